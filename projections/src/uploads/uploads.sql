-- Which transcripts the assistant can answer from.
-- What it searches: one row, or none for our own index.
create table uploads_index (
  index_name      text not null,               -- own, openai
  vector_store_id text                         -- null: our own index, or not initialised yet
);
-- Episodes that were ever to be uploaded, by index.
create table uploads_episode (
  episode_uuid        uuid not null,
  index_name          text not null,
  upload_id           uuid not null,           -- the last one
  batch_id            uuid,                    -- null: requested alone
  state               text not null,           -- of the last one: queued, uploading, uploaded, unchanged, failed, withdrawn
  requested_position  int8 not null,           -- in the log
  last_attempt_at     timestamptz,             -- null: none has begun
  error_message       text,                    -- why the last one failed; null: it did not
  error_code          text,
  uploaded_at         timestamptz,             -- null: not in the index
  vector_store_id     text,
  file_id             text,
  version_id          uuid,                    -- that was uploaded
  transcript_revision integer,                 -- that was uploaded
  shown_version_id    uuid,                    -- null: the same since the first request
  edited_version_id   uuid,                    -- of the last edit
  edited_revision     integer,
  is_changed          boolean not null,        -- since it was uploaded
  primary key (episode_uuid, index_name)
);
-- Episodes in the index that the assistant searches.
create view uploads_indexed as select e.episode_uuid from uploads_episode e where e.uploaded_at is not null and
  (e.index_name, coalesce(e.vector_store_id, '')) = (
    select coalesce(max(i.index_name), 'own'), coalesce(max(i.vector_store_id), '') from uploads_index i);
-- Uploads to it.
create view uploads_current as select
  e.episode_uuid, e.upload_id, e.batch_id, e.state, e.requested_position, e.last_attempt_at, e.error_message,
  e.uploaded_at, e.version_id, e.is_changed,
  e.uploaded_at is not null and coalesce(e.vector_store_id, '') = (
    select coalesce(max(i.vector_store_id), '') from uploads_index i) as is_indexed
from uploads_episode e where e.index_name = (select coalesce(max(i.index_name), 'own') from uploads_index i);
-- indexes
create index on uploads_episode (batch_id);

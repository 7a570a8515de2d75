-- The results of recounts, apart from what visitors see. A worker computes them from the read models; discarding a recount
-- deletes them. The events RecountStarted, RecountPublished… are the lasting record.
create schema if not exists recount;
create table if not exists recount.run (
  recount_id          uuid primary key,
  status              text not null,               -- running, paused, ready, failed
  vocabulary_revision integer not null,
  matcher_version     integer not null,
  series_uuids        uuid[],                      -- null: all
  failure             text,
  done                integer not null,            -- episodes
  total               integer not null,
  per_second          real,                        -- episodes; null: not known yet
  started_at          timestamptz not null
);
create table if not exists recount.episode (
  recount_id          uuid not null,
  episode_uuid        uuid not null,
  series_uuid         uuid not null,
  -- What it was counted from. When it no longer matches, count again.
  transcript_revision integer not null,
  entities_revision   integer not null,
  from_revision       integer not null,            -- vocabulary that visitors see it by
  whole               boolean not null,            -- recount.mention has all its mentions, not only those of changed entities
  before              integer not null,            -- mentions
  after               integer not null,
  primary key (recount_id, episode_uuid)
);
-- Of a recount of chosen changes: which vocabulary each of these gets, in the same order. Null: all get that of the run.
alter table recount.run add column if not exists from_revisions integer[];
alter table recount.run add column if not exists to_revisions integer[];
-- Which entities count for others in the episode. Recounts of an earlier version did not know merges.
alter table recount.episode add column if not exists merged text not null default '';
-- Entities whose patterns differ between the two vocabularies, with all that are merged with them.
create table if not exists recount.changed_entity (
  recount_id    uuid not null,
  from_revision integer not null,
  entity_id     uuid not null,
  primary key (recount_id, from_revision, entity_id)
);
create table if not exists recount.difference (
  recount_id   uuid not null,
  entity_id    uuid not null,
  episode_uuid uuid not null,
  series_uuid  uuid not null,
  before       integer not null,
  after        integer not null,
  primary key (recount_id, entity_id, episode_uuid)
);
create table if not exists recount.mention (
  recount_id   uuid not null,
  episode_uuid uuid not null,
  entity_id    uuid not null,
  segment_id   uuid not null,
  speaker_id   uuid,
  spans        integer[] not null,
  primary key (recount_id, episode_uuid, entity_id, segment_id)
);
-- What a publication adds and removes, written when the recount is ready: afterwards its episodes no longer have the
-- mentions that it replaced.
create table if not exists recount.passage (
  recount_id   uuid not null,
  entity_id    uuid not null,
  episode_uuid uuid not null,
  segment_id   uuid not null,
  is_added     boolean not null,                   -- otherwise removed
  spans        integer[] not null,
  text_hash    integer not null,                   -- hashtext() of the text that the spans belong to
  primary key (recount_id, entity_id, episode_uuid, segment_id)
);
-- Of recounts that an earlier version made ready, they are written when the recount goes on.
update recount.run r set status = 'running'
where r.status = 'ready'
  and not exists (select 1 from recount.passage p where p.recount_id = r.recount_id)
  and exists (select 1 from recount.difference d where d.recount_id = r.recount_id and d.before <> d.after);

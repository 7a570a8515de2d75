-- People's changes to the words of segments, for the mark beside a corrected segment.
create table corrections_correction (
  event_id     uuid not null,                -- the correction
  segment_id   uuid not null,
  episode_uuid uuid not null,
  revision     integer not null,             -- of the correction in its stream
  at           timestamptz not null,
  role         text not null,                -- the author's
  undone       boolean not null,
  primary key (event_id, segment_id)
);
-- Undos and redos of a correction; each can itself be undone.
create table corrections_turn (
  event_id      uuid primary key,
  correction_id uuid not null
);
-- indexes
create index on corrections_correction (episode_uuid);

-- What people did to the words of segments: the mark beside a corrected segment.
create table corrections_correction (
  event_id     uuid not null,                -- the correction
  segment_id   uuid not null,
  episode_uuid uuid not null,
  revision     integer not null,             -- of the correction in its stream
  at           timestamptz not null,
  role         text not null,                -- of who did it
  undone       boolean not null,
  primary key (event_id, segment_id)
);
-- What undid a correction, or did it again: each of them may be undone in its turn.
create table corrections_turn (
  event_id      uuid primary key,
  correction_id uuid not null
);
-- indexes
create index on corrections_correction (episode_uuid);

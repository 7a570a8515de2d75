-- What people did to the words of segments and nobody took back: the mark beside a corrected segment.
create table corrections_correction (
  event_id     uuid not null,
  segment_id   uuid not null,
  episode_uuid uuid not null,
  revision     integer not null,             -- of the event in its stream
  at           timestamptz not null,
  role         text not null,                -- of who did it
  primary key (event_id, segment_id)
);
-- indexes
create index on corrections_correction (episode_uuid);

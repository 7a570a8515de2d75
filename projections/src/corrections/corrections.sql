-- What people did to the words of segments: the mark beside a corrected segment.
create table corrections_correction (
  event_id     uuid not null,                -- the correction; once it was undone or done again, what did that last
  segment_id   uuid not null,
  episode_uuid uuid not null,
  revision     integer not null,             -- of the correction in its stream
  at           timestamptz not null,
  role         text not null,                -- of who did it
  undone       boolean not null,
  primary key (event_id, segment_id)
);
-- indexes
create index on corrections_correction (episode_uuid);

-- How the texts write what the current patterns find, counted by a worker from the read models: a cache that may be
-- dropped at any time. Tables of its own, because a common new name takes longer than the projections may wait.
create schema if not exists noise;
create table if not exists noise.pattern (
  pattern_id       uuid primary key,
  rule             text,                       -- what it was counted by; null: not yet
  sound            text not null,              -- folded name: equal for patterns that find the same words
  written          text not null,              -- the same with its case
  mentions         integer not null default 0,
  episodes         integer not null default 0,
  occurrences      integer not null default 0,
  judged           integer not null default 0,
  lower            integer not null default 0,
  written_so       integer not null default 0,
  beginning        integer not null default 0,
  mentions_written integer not null default 0,
  inside           integer not null default 0,
  mentions_whole   integer not null default 0
);
create index if not exists pattern_sound on noise.pattern (sound);
create table if not exists noise.episode (
  episode_uuid        uuid primary key,
  version_id          uuid not null,
  transcript_revision integer not null
);
create table if not exists noise.tally (
  pattern_id       uuid not null,
  episode_uuid     uuid not null,
  mentions         integer not null,
  occurrences      integer not null,
  judged           integer not null,
  lower            integer not null,
  written          integer not null,
  beginning        integer not null,
  mentions_written integer not null,
  inside           integer not null,
  mentions_whole   integer not null,
  primary key (pattern_id, episode_uuid)
);
create index if not exists tally_episode on noise.tally (episode_uuid);

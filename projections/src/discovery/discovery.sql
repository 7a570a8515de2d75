-- Names proposed as entities, and what people decided about them.
create table discovery_candidate (
  candidate_id       uuid primary key,
  episode_uuid       uuid not null,
  found_name         text not null,
  found_folded       text not null,            -- by the matching rule
  name               text not null,            -- as people corrected it
  folded_name        text not null,            -- of `name`: cards are grouped by it
  found_type         text not null,            -- name of a category, which need not exist
  type               text not null,
  confidence         text not null,            -- "0.80"
  suggested_url      text,
  url                text,
  notes              text,
  status             text not null,            -- pending, approved, rejected
  scope              text,                     -- of the decision; null: pending
  added_id           uuid,                     -- the entity that the approval added to the episode
  reviewed_by        text,                     -- who set the status last; null: nobody, or taken back
  reviewed_id        text,
  reviewed_at        timestamptz,
  is_corrected       boolean not null,         -- approved under another name or category than proposed
  provider           text not null,
  model              text not null,
  found_at           timestamptz not null,     -- the first time
  found_position     int8 not null,            -- in the log
  revision           integer not null          -- of its last event
);
-- What somebody decided with one call, or with several that belong together.
create table discovery_decision (
  correlation_id uuid primary key,
  actor_id       text not null,
  actor          text not null,
  at             timestamptz not null,         -- the last of them
  position       int8 not null,                -- in the log, of the last of them
  kind           text not null,                -- of the last of them: approved, rejected, retyped, edited
  name           text not null,                -- of the candidate decided last
  type           text not null,
  episode_uuid   uuid not null,
  decisions      integer not null,
  undone         integer not null              -- how many of them are undone
);
-- One decision about one candidate, or its undo.
create table discovery_turn (
  event_id       uuid primary key,
  root_id        uuid not null,                -- itself; of an undo, the decision that it takes back or restores
  correlation_id uuid not null,                -- of the root
  candidate_id   uuid not null,
  is_undone      boolean not null              -- of the root
);
-- Names that are not proposed.
create table discovery_ignored (
  ignored_id  uuid primary key,
  name        text not null,
  folded_name text not null,
  type        text,                            -- null: in no category
  at          timestamptz not null,
  actor       text not null,
  position    int8 not null
);
-- Searches of many episodes.
create table discovery_batch (
  batch_id    uuid primary key,
  status      text not null,                   -- running, completed, cancelled, refused
  started_at  timestamptz not null,
  finished_at timestamptz,
  started_by  text not null,
  position    int8 not null,                   -- in the log, of its start
  total       integer not null,                -- episodes
  successful  integer not null,
  failed      integer not null                 -- of a refused one also those that were not tried
);
-- indexes
create index on discovery_batch (position desc);
create index on discovery_candidate (episode_uuid);
create index on discovery_candidate (folded_name);
create index on discovery_decision (position desc);
create index on discovery_turn (correlation_id);

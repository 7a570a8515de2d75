-- What a recount found, beside what visitors see. Made by a worker from the read models, thrown away when it is
-- discarded; the events RecountStarted, RecountPublished… are what lasts.
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
  -- What it was counted from. Another one now: to be counted again.
  transcript_revision integer not null,
  entities_revision   integer not null,
  from_revision       integer not null,            -- vocabulary that visitors see it by
  whole               boolean not null,            -- all its mentions stand in recount.mention, not only of changed entities
  before              integer not null,            -- mentions
  after               integer not null,
  primary key (recount_id, episode_uuid)
);
-- Entities whose patterns differ between the two vocabularies.
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

-- What the transcript view shows and everything that holds a count of mentions: one projector, so they never disagree.
-- Every episode ever added. Queries read the view below, which leaves out what was removed: its mentions stay in
-- mentions_mention, but are not counted in the other tables.
create table mentions_all_episode (
  episode_uuid        uuid primary key,
  series_uuid         uuid not null,
  version_id          uuid,                  -- shown transcript; null: none
  vocabulary_revision integer,               -- the pin; null: no transcript yet
  matcher_version     integer,
  transcript_revision integer not null,      -- of the episode's streams; -1: no stream
  entities_revision   integer not null,
  segments            integer not null,      -- of the shown version
  length_ms           integer not null,      -- end of its last segment; 0: no times
  mentions            integer not null,      -- sum of mentions_entity_episode.count
  merged              text not null,         -- which entities found here count for others; '': none
  is_removed          boolean not null,      -- by itself
  is_series_removed   boolean not null
);
create view mentions_episode as select
  episode_uuid, series_uuid, version_id, vocabulary_revision, matcher_version, transcript_revision,
  entities_revision, segments, length_ms, mentions, merged
from mentions_all_episode where not is_removed and not is_series_removed;
create table mentions_series (
  series_uuid uuid primary key,
  mentions    integer not null               -- sum of mentions_episode.mentions
);
create table mentions_version (
  version_id   uuid primary key,
  episode_uuid uuid not null,
  source       text not null,                -- publisher, upload, model
  form         text not null,
  segments     integer not null,
  warnings     text[] not null
);
create table mentions_speaker (
  version_id uuid not null,
  speaker_id uuid not null,
  name       text not null,
  primary key (version_id, speaker_id)
);
-- Segments of all versions, including incomplete ones.
create table mentions_segment (
  episode_uuid uuid not null,
  version_id   uuid not null,
  segment_id   uuid not null,
  order_key    text collate "C" not null,
  speaker_id   uuid,                         -- null: unknown speaker
  start_ms     integer not null,
  end_ms       integer not null,             -- exclusive
  text         text not null,
  words        tsvector not null             -- its folded words with positions: segment-words.ts
);
-- The folded words of all texts ever recorded, to find segments by parts of words: word-list.ts.
create table mentions_word (
  word text collate "C" primary key          -- at most 64 UTF-16 units; none of scripts without spaces
);
-- Moves of the pin of one episode, or of all episodes of a publication. The latest that is not reverted is in force.
create table mentions_pin_move (
  move_id             uuid not null,         -- the event, or the recount that was published
  root_id             uuid not null,         -- itself; for a revert, the move that it reverted or restored
  ordinal             integer not null,      -- order among all moves
  episode_uuid        uuid,                  -- null: a publication to all episodes that it concerns
  series_uuids        text[],                -- of a publication; null: all
  is_publication      boolean not null,      -- that of chosen changes has one move for each episode
  first               boolean not null,      -- came with the episode's first transcript
  vocabulary_revision integer not null,
  matcher_version     integer not null,
  reverted            boolean not null
);
-- When episodes were removed: a publication in between moves no pin of theirs.
create table mentions_removal (
  series_uuid  uuid not null,
  episode_uuid uuid,                         -- null: the podcast with all its episodes
  from_ordinal integer not null,             -- among the moves of pins
  to_ordinal   integer                       -- null: still removed
);
-- What people decided about an entity in one episode.
create table mentions_decision (
  episode_uuid uuid not null,
  entity_id    uuid not null,
  decision     text not null,                -- added, removed
  name         text not null,
  primary key (episode_uuid, entity_id)
);
-- Entities renamed to another one in one episode.
create table mentions_shown_as (
  episode_uuid uuid not null,
  entity_id    uuid not null,
  shown_id     uuid not null,
  primary key (episode_uuid, entity_id)
);
-- Patterns with the revisions of vocabulary-main at which they hold.
create table mentions_pattern (
  pattern_id     uuid not null,
  entity_id      uuid not null,
  name           text not null,
  case_sensitive boolean not null,
  whole_word     boolean not null,
  near           text[] not null,            -- words: one must stand near; empty: none need
  not_near       text[] not null,            -- words: none may stand near
  distance       integer not null,           -- how many words away is near
  from_revision  integer not null,
  to_revision    integer,                    -- exclusive; null: still holds
  set_revision   integer not null,           -- of the event that made it so; variants split the time that it holds
  primary key (pattern_id, from_revision)
);
-- Merges and splits in force, and by entity the one that it counts for in the end: everywhere (no place), in a podcast
-- or in a segment, of which the narrowest holds. The third has the targets, too, and only entities that take part.
create table mentions_merge (
  entity_id uuid primary key,
  into_id   uuid not null
);
create table mentions_split (
  split_id     uuid not null,
  entity_id    uuid not null,
  into_id      uuid not null,
  series_uuid  uuid,                         -- the whole podcast; null: one segment
  episode_uuid uuid,                         -- of the segment
  segment_id   uuid
);
create table mentions_merged (
  entity_id   uuid not null,
  series_uuid uuid,
  segment_id  uuid,
  shown_id    uuid not null
);
-- Mentions of the entities in mentions_merged, by the entity that they were found for; mentions_mention has them by the
-- one that is shown.
create table mentions_found (
  episode_uuid uuid not null,
  entity_id    uuid not null,
  segment_id   uuid not null,
  speaker_id   uuid,
  spans        integer[] not null
);
-- A mention: a segment of the shown version in which the entity occurs. `entity_id`: the entity shown in the episode.
create table mentions_mention (
  episode_uuid uuid not null,
  entity_id    uuid not null,
  segment_id   uuid not null,
  speaker_id   uuid,
  spans        integer[] not null            -- flat start, end (exclusive), UTF-16 offsets, ascending
);
create table mentions_entity_episode (
  entity_id    uuid not null,
  episode_uuid uuid not null,
  series_uuid  uuid not null,
  count        integer not null
);
create table mentions_entity_speaker (
  entity_id    uuid not null,
  episode_uuid uuid not null,
  speaker_id   uuid,
  count        integer not null
);
-- indexes
create index on mentions_series (mentions desc);
create index on mentions_all_episode (series_uuid);
alter table mentions_segment add primary key (episode_uuid, version_id, segment_id);
create index mentions_segment_words on mentions_segment using gin (words);
create index on mentions_split (split_id);
create index on mentions_merged (entity_id);
create index on mentions_pin_move (move_id);
create index on mentions_pin_move (episode_uuid);
alter table mentions_found add primary key (episode_uuid, entity_id, segment_id);
alter table mentions_mention add primary key (episode_uuid, entity_id, segment_id);
alter table mentions_entity_episode add primary key (entity_id, episode_uuid);
create index on mentions_entity_episode (episode_uuid);
create index on mentions_entity_episode (entity_id, series_uuid) include (count);
create index on mentions_entity_speaker (entity_id, episode_uuid);
create index on mentions_entity_speaker (episode_uuid);

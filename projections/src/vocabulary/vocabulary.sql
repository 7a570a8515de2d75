create table vocabulary_type (
  entity_type_id uuid primary key,
  name           text not null,
  display_name   text not null,
  icon_name      text not null,
  color_class    text not null
);
create table vocabulary_entity (
  entity_id      uuid primary key,
  entity_type_id uuid not null,
  name           text not null,
  slug           text not null,               -- unique
  url            text,
  merged_into    uuid,                        -- null: not merged
  merged_at      timestamptz,
  shown_id       uuid not null,               -- the entity that it counts for: itself, or where its merges lead
  first_name     text not null,               -- name at its first appearance, shown for the past until the vocabulary names it
  first_url      text,
  patterns       integer not null,            -- how many it has, with those of entities merged into it; 0 while it is merged itself
  sort_name      text collate "C" not null,   -- folded, with numbers padded so that 9 is before 10
  searched       text collate "C" not null    -- folded names of the entity, of its patterns and of what is merged into it, one per line; empty while it is merged itself
);
-- Splits in force.
create table vocabulary_split (
  split_id      uuid primary key,
  entity_id     uuid not null,
  into_id       uuid not null,
  podcast_uuids text[] not null,             -- split off as a whole
  segments      integer not null,            -- split off one by one
  split_at      timestamptz not null
);
create table vocabulary_pattern (
  pattern_id     uuid primary key,
  entity_id      uuid not null,
  entity_type_id uuid not null,
  name           text not null,
  case_sensitive boolean not null,
  whole_word     boolean not null,
  near           text[] not null,
  not_near       text[] not null,
  distance       integer not null,            -- in words
  is_left        boolean not null,            -- noisy, but somebody left it as it is
  added_revision integer not null,            -- of vocabulary-main: patterns are listed in this order
  added_index    integer not null             -- inside one event
);
-- indexes
create index on vocabulary_entity (slug);
create index on vocabulary_pattern (entity_id);
create index on vocabulary_split (entity_id);
create index on vocabulary_split (into_id);
create index on vocabulary_entity (shown_id);
create index on vocabulary_entity (merged_into) where merged_into is not null;
create index on vocabulary_entity (entity_type_id, sort_name, entity_id) where patterns > 0;
create index vocabulary_entity_searched on vocabulary_entity using gin (searched gin_trgm_ops);

-- Every series and episode ever added. Queries read the views below, which leave out what was removed.
create table catalogue_all_series (
  series_uuid   uuid primary key,
  slug          text not null,                 -- unique, ignoring case
  name          text not null,
  host          text,
  author        text,
  description   text,                          -- sanitised HTML or plain text
  image_url     text,
  website_url   text,
  language      text,
  explicit      boolean not null,
  categories    text[] not null,
  feed_url      text,                          -- null: a folder of transcripts
  bare_feed_url text,                          -- without scheme and trailing slashes
  itunes_id     int8,
  is_followed   boolean not null,              -- new episodes of its feed are added
  added_at      timestamptz not null,
  episode_count integer not null,
  newest_at     timestamptz,                   -- publication of the newest episode; null: none is dated
  is_removed    boolean not null
);
create table catalogue_all_episode (
  episode_uuid     uuid primary key,
  series_uuid      uuid not null,
  guid             text,                       -- null: a transcript file
  slug             text not null,              -- unique in its series, ignoring case
  title            text not null,
  description      text,
  audio_url        text,
  image_url        text,
  published_at     timestamptz,                -- null: unknown
  duration_seconds integer,
  link             text,
  transcripts      jsonb not null,             -- offered by the publisher: [{url, type, language}]
  revision         integer not null,           -- of the episode's stream
  added_at         timestamptz not null,
  added_position   int8 not null,              -- in the log
  is_removed        boolean not null,          -- by itself
  is_series_removed boolean not null
);
-- When episodes were removed by themselves, for counts of the past.
create table catalogue_removal (
  episode_uuid      uuid not null,
  removed_position  int8 not null,             -- in the log
  restored_position int8,                      -- null: it is still removed
  primary key (episode_uuid, removed_position)
);
create view catalogue_series as select
  series_uuid, slug, name, host, author, description, image_url, website_url, language, explicit, categories,
  feed_url, itunes_id, is_followed, added_at, episode_count, newest_at
from catalogue_all_series where not is_removed;
create view catalogue_episode as select
  episode_uuid, series_uuid, guid, slug, title, description, audio_url, image_url, published_at,
  duration_seconds, link, transcripts, revision, added_at, added_position
from catalogue_all_episode where not is_removed and not is_series_removed;
-- indexes
create index on catalogue_all_series (lower(slug));
create index on catalogue_all_series (bare_feed_url);
create index on catalogue_all_series (itunes_id);
create index on catalogue_all_series (newest_at desc nulls last);
create index on catalogue_all_series (episode_count desc);
create index on catalogue_all_episode (series_uuid, published_at desc nulls last);
create index on catalogue_all_episode (series_uuid, lower(slug));
create index on catalogue_all_episode (published_at desc nulls last);

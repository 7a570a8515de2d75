create table catalogue_series (
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
  itunes_id     int8,
  is_followed   boolean not null,              -- new episodes of its feed are added
  added_at      timestamptz not null,
  episode_count integer not null,
  newest_at     timestamptz                    -- publication of the newest episode; null: none is dated
);
create table catalogue_episode (
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
  added_position   int8 not null               -- in the log
);
-- indexes
create index on catalogue_series (lower(slug));
create index on catalogue_series (feed_url);
create index on catalogue_series (newest_at desc nulls last);
create index on catalogue_series (episode_count desc);
create index on catalogue_episode (series_uuid, published_at desc nulls last);
create index on catalogue_episode (series_uuid, lower(slug));
create index on catalogue_episode (published_at desc nulls last);

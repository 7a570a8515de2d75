import { ddl } from '../kit/migrate.ts';

export const directoryMigrations = [
  ddl(
    '002-directory',
    `
-- Feeds that somebody looked for: what \`rss/episodes/{uuid}\` finds the address by before the series is added.
create table if not exists app.directory_series (
  uuid     uuid primary key,
  feed_url text not null,
  seen_at  timestamptz not null default now()
);
-- For conditional requests: what the publisher said of the feed the last time it was imported whole.
create table if not exists app.feed_state (
  feed_url      text primary key,
  etag          text,
  last_modified text
);
`,
  ),
  ddl(
    '007-directory-providers',
    `
-- Series that somebody found in a directory, which cannot look up a uuid derived from an address.
alter table app.directory_series
  add column provider    text not null default 'rss',
  add column external_id text,                 -- the directory's own id
  add column itunes_id   int8,
  add column payload     jsonb;                -- as the directory described it
alter table app.directory_series alter column feed_url drop not null;
-- Directories derive the same uuid from the same address.
alter table app.directory_series drop constraint directory_series_pkey;
alter table app.directory_series add primary key (uuid, provider);
create index directory_series_feed_url on app.directory_series (feed_url);
create index directory_series_itunes_id on app.directory_series (itunes_id);
`,
  ),
  ddl(
    '010-bare-feed-urls',
    `
-- Without scheme and trailing slashes, by which the same feed is recognised.
alter table app.directory_series add column bare_feed_url text;
update app.directory_series set bare_feed_url = regexp_replace(regexp_replace(feed_url, '^[a-z]+://', '', 'i'), '/+$', '');
drop index app.directory_series_feed_url;
create index directory_series_bare_feed_url on app.directory_series (bare_feed_url);
`,
  ),
] as const;

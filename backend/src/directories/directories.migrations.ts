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
] as const;

import { ddl } from '../kit/migrate.ts';

export const feedStateMigrations = [
  ddl(
    '006-feed-states',
    `
-- What was found out about feeds: one row per series, which keeps its row when its feed moves.
alter table app.feed_state drop constraint feed_state_pkey;
alter table app.feed_state
  -- The last reading added the episodes that were not here.
  add column adds_episodes      boolean not null default true,
  add column series_uuid        uuid,
  add column episodes_in_feed   integer,                          -- null: read before this was kept
  add column missing            uuid[] not null default '{}',     -- episodes of the feed that were not here then
  add column transcript_retries integer not null default 0,       -- readings in a row with transcripts that failed
  add column moved_at           timestamptz,                      -- null: never
  add column checked_at         timestamptz,                      -- null: never by itself
  add column next_check_at      timestamptz,                      -- null: as soon as possible
  add column checking_since     timestamptz,                      -- null: it is not being checked
  add column failures           integer not null default 0,       -- in a row
  add column failing_since      timestamptz,                      -- null: the last check succeeded
  add column problem            text,                             -- why the last check failed: a sentence
  add column gone_since         timestamptz;                      -- null: it is not gone
do $$ begin
  if to_regclass('read.catalogue_series') is not null then
    update app.feed_state f set series_uuid = s.series_uuid from read.catalogue_series s where s.feed_url = f.feed_url;
  end if;
end $$;
-- Of no series: such a feed is read whole once.
delete from app.feed_state where series_uuid is null;
alter table app.feed_state alter column adds_episodes drop default, add primary key (series_uuid);
`,
  ),
  ddl(
    '009-left-out',
    `
-- Episodes that the feed had when its series was added without them: following it adds none of these.
alter table app.feed_state add column left_out uuid[] not null default '{}';
`,
  ),
  ddl(
    '011-arriving',
    `
-- New episodes of the reading in progress, or of one that was cut off: the pipeline has not been asked to process them yet.
alter table app.feed_state add column arriving uuid[] not null default '{}';
`,
  ),
] as const;

import { ddl } from '../kit/migrate.ts';

export const additionMigrations = [
  ddl(
    '008-additions',
    `
-- What people asked to have added in the background, and how far it is. What was added is in the log.
create table app.addition (
  id          uuid primary key,
  kind        text not null check (kind in ('episodes', 'feeds')),
  series_uuid uuid,                            -- null: feeds
  name        text,                            -- of the series
  newest      integer,                         -- episodes to add; null: all
  status      text not null default 'running' check (status in ('running', 'done', 'cancelled', 'failed')),
  problem     text,                            -- why it failed as a whole: a sentence
  is_listed   boolean not null,                -- its items are known
  context     jsonb not null,                  -- who asked for it
  created_at  timestamptz not null default now(),
  ended_at    timestamptz                      -- null: it is running
);
create table app.addition_item (
  addition_id uuid not null references app.addition on delete cascade,
  number      integer not null,
  source      text not null,                   -- the uuid of an episode or the address of a feed
  name        text not null,
  status      text not null default 'waiting' check (status in ('waiting', 'added', 'exists', 'failed')),
  uuid        uuid,                            -- of the podcast or episode, once known
  error       text,
  primary key (addition_id, number)
);
`,
  ),
] as const;

import { ddl } from '../kit/migrate.ts';

export const assistantMigrations = [
  ddl(
    '012-answers',
    `
create table app.answer (
  id          uuid primary key,
  account_id  uuid references app.account (id) on delete cascade,  -- null: a visitor asked
  browser_id  uuid,                                                -- of the visitor; null: an account asked
  thread_id   text not null,
  run_id      text not null,
  asked_at    timestamptz not null,
  question    text not null,
  provider    text not null,
  note        text,
  is_answered boolean not null,
  is_shared   boolean not null default false,
  left_out    integer not null,                                    -- statements that no passage supported
  scope       jsonb not null,                                      -- {seriesUuids, episodeUuids}
  statements  jsonb not null,
  citations   jsonb not null,                                      -- with the texts and the version that were cited
  nearest     jsonb not null
);
create index on app.answer (account_id, asked_at desc, id);
create index on app.answer (browser_id, asked_at desc, id);
create index on app.answer (thread_id, asked_at);

-- Who has asked how much on a day (UTC).
create table app.assistant_usage (
  day       date not null,
  asker     text not null,                                         -- an account, a network, or all
  questions integer not null,
  usd       numeric not null,
  primary key (day, asker)
);
`,
  ),
] as const;

import { ddl } from '../kit/migrate.ts';

// "if not exists": databases older than the migrations already have these tables.
export const accountMigrations = [
  ddl(
    '001-accounts',
    `
create table if not exists app.setting (
  key   text primary key,
  value text not null
);

create table if not exists app.account (
  id               uuid primary key,
  username         text not null unique,              -- folded: trimmed, NFC, lower case
  password_hash    text not null,                     -- scrypt, with its parameters
  password_version integer not null default 1,        -- sessions that began under another one have ended
  role             text not null check (role in ('admin', 'analyst', 'reader')),
  created_at       timestamptz not null default now(),
  disabled_at      timestamptz                        -- null: may sign in
);

create table if not exists app.session (
  sid    text primary key,
  sess   json not null,                               -- the cookie's settings, accountId, passwordVersion
  expire timestamptz not null
);
create index if not exists session_expire on app.session (expire);
create index if not exists session_account on app.session ((sess ->> 'accountId'));
`,
  ),
  // Sessions that are already there begin with the migration.
  ddl(
    '005-session-start',
    'alter table app.session add column if not exists started_at timestamptz not null default now()',
  ),
] as const;

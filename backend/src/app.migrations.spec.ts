import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { migrations } from './app.migrations.ts';
import { migrate } from './kit/migrate.ts';

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

describe('the migrations of schema app', () => {
  it('are numbered consecutively', () => {
    expect(migrations.map(({ name }) => name.slice(0, 4))).toEqual(
      migrations.map((_, index) => `${String(index + 1).padStart(3, '0')}-`),
    );
  });

  it('keep the rows of a database older than the migrations, and give it the schema of a new one', async () => {
    const old = await databaseWith(BEFORE_MIGRATIONS + ROWS);
    const fresh = await databaseWith('');
    const before = await contents(old);
    await migrate(old.url, migrations);
    await migrate(fresh.url, migrations);

    expect(before).toHaveLength(7);
    // Migrations add columns. A feed of no series only costs one more reading.
    const kept = before.filter((one) => !JSON.stringify(one).includes('/lost'));
    expect(await contents(old)).toMatchObject(kept as object[]);
    expect(await shape(old)).toEqual(await shape(fresh));
  });
});

async function databaseWith(sql: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  await query(database, sql);

  return database;
}

async function query<Row>({ url }: TestDatabase, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const contents = async (database: TestDatabase): Promise<unknown[]> =>
  query(
    database,
    ['setting', 'account', 'session', 'directory_series', 'feed_state', 'undo_plan']
      .map((table) => `select '${table}' as table, to_jsonb(t) as row from app.${table} t`)
      .join(' union all '),
  );

/** Columns, constraints and indexes. */
const shape = async (database: TestDatabase): Promise<unknown[]> =>
  query(
    database,
    `select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as line
     from information_schema.columns where table_schema = 'app'
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where connamespace = 'app'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'app' order by 1`,
  );

/** The tables that servers created at start before schema `app` had migrations. Never edited. */
const BEFORE_MIGRATIONS = `
create schema if not exists app;
create table if not exists app.setting (
  key   text primary key,
  value text not null
);
create table if not exists app.account (
  id               uuid primary key,
  username         text not null unique,
  password_hash    text not null,
  password_version integer not null default 1,
  role             text not null check (role in ('admin', 'analyst', 'reader')),
  created_at       timestamptz not null default now(),
  disabled_at      timestamptz
);
create table if not exists app.session (
  sid    text primary key,
  sess   json not null,
  expire timestamptz not null
);
create index if not exists session_expire on app.session (expire);
create index if not exists session_account on app.session ((sess ->> 'accountId'));
create table if not exists app.directory_series (
  uuid     uuid primary key,
  feed_url text not null,
  seen_at  timestamptz not null default now()
);
create table if not exists app.feed_state (
  feed_url      text primary key,
  etag          text,
  last_modified text
);
create table if not exists app.undo_plan (
  undo_id    uuid primary key,
  event_ids  uuid[] not null,
  account_id text not null,
  created_at timestamptz not null default now()
);
`;

const ROWS = `
insert into app.setting values ('session-secret', 'abc');
insert into app.account (id, username, password_hash, role) values (gen_random_uuid(), 'ada', 'scrypt', 'admin');
insert into app.session values ('sid', '{"accountId": "x"}', now());
insert into app.directory_series (uuid, feed_url) values (gen_random_uuid(), 'https://example.org/feed');
insert into app.feed_state values ('https://example.org/feed', 'W/"1"', null), ('https://example.org/lost', 'W/"2"', null);
-- A feed whose series is known keeps its row.
create schema read;
create table read.catalogue_series (series_uuid uuid primary key, feed_url text);
insert into read.catalogue_series values (gen_random_uuid(), 'https://example.org/feed');
insert into app.undo_plan (undo_id, event_ids, account_id) values (gen_random_uuid(), array[gen_random_uuid()], 'ada');
`;

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import pg from 'pg';
import { ddl, migrate, NewerDatabase, type Migration } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const notes = ddl('001-notes', `create table app.note (body text not null); -- why?`);
const authors = ddl('002-authors', `alter table app.note add column author text not null default 'nobody'`);
const broken = ddl('002-authors', `alter table app.note add column author text; select 1 / 0`);

describe('migrations', () => {
  it('run once each, in order, and keep existing rows', async () => {
    await migrate(database.url, [notes]);
    await pool.query(`insert into app.note values ('kept')`);
    await migrate(database.url, [notes, authors]);
    await migrate(database.url, [notes, authors]);

    expect(await rows('select body, author from app.note')).toEqual([{ body: 'kept', author: 'nobody' }]);
    expect(await recorded()).toEqual(['001-notes', '002-authors']);
  });

  it('run once when several servers start at the same time', async () => {
    await Promise.all([1, 2, 3].map(async () => migrate(database.url, [notes, authors])));

    expect(await recorded()).toEqual(['001-notes', '002-authors']);
  });

  it('leave nothing behind when one fails, and run at the next start', async () => {
    await migrate(database.url, [notes]);
    await expect(migrate(database.url, [notes, broken])).rejects.toThrow('division by zero');
    expect(await recorded()).toEqual(['001-notes']);

    await migrate(database.url, [notes, authors]);
    expect(await recorded()).toEqual(['001-notes', '002-authors']);
  });

  it('refuse a database that a newer version has migrated', async () => {
    await migrate(database.url, [notes, authors]);

    await expect(migrate(database.url, [notes])).rejects.toThrow(NewerDatabase);
  });

  it('may compute the values they write', async () => {
    const signed: Migration = {
      name: '002-signed',
      up: async (db) => {
        const [{ count } = { count: '0' }] = await db('app.note').count<{ count: string }[]>();
        await db('app.note').insert({ body: `the ${Number(count) + 1}nd note` });
      },
    };
    await migrate(database.url, [notes]);
    await pool.query(`insert into app.note values ('first')`);
    await migrate(database.url, [notes, signed]);

    expect(await rows('select body from app.note')).toEqual([{ body: 'first' }, { body: 'the 2nd note' }]);
  });
});

const rows = async (text: string): Promise<unknown[]> => (await pool.query(text)).rows;
const recorded = async (): Promise<unknown[]> =>
  (await pool.query<{ name: string }>('select name from app.migration order by id')).rows.map(({ name }) => name);

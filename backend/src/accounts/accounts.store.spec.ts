import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import { migrate } from '../kit/migrate.ts';
import { Accounts } from './accounts.store.ts';
import { accountMigrations } from './accounts.migrations.ts';
import { hashPassword } from './password.ts';
import { SPEC_COST } from '../testing/accounts-app.ts';

let database: TestDatabase;
let pool: pg.Pool;
let accounts: Accounts;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await migrate(database.url, accountMigrations);
  accounts = new Accounts(pool, SPEC_COST);
});
beforeEach(() => pool.query('truncate app.account, app.session'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('accounts', () => {
  it('are found in any case, and listed by name without their hashes', async () => {
    await accounts.create({ username: 'Zoë', password: 'teal otters z', role: 'reader' });
    await accounts.create({ username: 'ada', password: 'teal otters a', role: 'analyst' });

    expect(await accounts.findByUsername('ZOE\u0308')).toMatchObject({
      username: 'zoë',
      role: 'reader',
      disabledAt: null,
    });
    expect(await accounts.findByUsername('nobody')).toBeNull();
    const all = await accounts.list();
    expect(all.map(({ username }) => username)).toEqual(['ada', 'zoë']);
    expect(JSON.stringify(all)).not.toContain('scrypt');
  });

  it('cannot share a user name', async () => {
    await accounts.create({ username: 'ada', password: 'teal otters a', role: 'reader' });

    await expect(
      accounts.create({ username: ' ADA', password: 'teal otters b', role: 'reader' }),
    ).rejects.toMatchObject({
      code: 'account-exists',
      message: 'There is already an account called ada.',
    });
  });

  it.each([
    ['', 'teal otters swim'],
    ['two words', 'teal otters swim'],
    ['nul\0', 'teal otters swim'],
    ['ada@example.org', 'teal otters swim'],
    ['<b>', 'teal otters swim'],
    ['-ada', 'teal otters swim'],
    ['ada', ''],
    ['ada', 'elevenchars'],
    ['ada', 'password1234'],
    ['ada', 'x'.repeat(1001)],
  ])('need a plain name and a password that is hard to guess: not %j', async (username, password) => {
    await expect(accounts.create({ username, password, role: 'reader' })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('keep only the last password; an unknown account is refused', async () => {
    await accounts.create({ username: 'ada', password: 'teal otter one', role: 'reader' });
    await accounts.setPassword('Ada', 'teal otter two');

    expect(await accounts.verify('ada', 'teal otter one')).toBeNull();
    expect(await accounts.verify('ada', 'teal otter two')).toMatchObject({ username: 'ada', passwordVersion: 2 });
    await expect(accounts.setPassword('nobody', 'teal otters x')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('lose their sessions when the password changes, and no other account does', async () => {
    const ada = await accounts.create({ username: 'ada', password: 'teal otter one', role: 'reader' });
    const bob = await accounts.create({ username: 'bob', password: 'teal otter one', role: 'reader' });
    for (const { id } of [ada, bob])
      await pool.query(
        `insert into app.session (sid, sess, expire) values ($1, json_build_object('accountId', $1::text), now())`,
        [id],
      );
    await accounts.setPassword('ada', 'teal otter two');

    expect((await pool.query('select sid from app.session')).rows).toEqual([{ sid: bob.id }]);
  });
});

it('sign in with a name and a password from before the rules for new ones, and can change the password', async () => {
  const hash = await hashPassword('short', SPEC_COST);
  await pool.query(
    `insert into app.account (id, username, password_hash, role) values (gen_random_uuid(), 'ada@example.org', $1, 'reader')`,
    [hash],
  );

  expect(await accounts.verify('Ada@example.org', 'short')).toMatchObject({ username: 'ada@example.org' });
  expect(await accounts.setPassword('ada@example.org', 'teal otters swim')).toMatchObject({ passwordVersion: 2 });
});

describe('changing a role or disabling an account', () => {
  const signedIn = async () => (await pool.query('select sid from app.session order by sid')).rows;

  it('ends the sessions of that account at once, and of no other', async () => {
    await accounts.create({ username: 'root', password: 'teal otters r', role: 'admin' });
    const ada = await accounts.create({ username: 'ada', password: 'teal otters a', role: 'reader' });
    for (const change of [
      () => accounts.setRole(' ADA', 'analyst'),
      () => accounts.setDisabled('ada', true),
      () => accounts.setDisabled('ada', false),
    ]) {
      for (const id of [ada.id, 'root'])
        await pool.query(
          `insert into app.session (sid, sess, expire) values ($1, json_build_object('accountId', $1::text), now())
           on conflict do nothing`,
          [id],
        );
      await change();
      expect(await signedIn()).toEqual([{ sid: 'root' }]);
    }
    expect(await accounts.verify('ada', 'teal otters a')).toMatchObject({ role: 'analyst', disabledAt: null });
  });

  it('keeps a disabled account out', async () => {
    await accounts.create({ username: 'ada', password: 'teal otters a', role: 'reader' });
    await accounts.create({ username: 'root', password: 'teal otters r', role: 'admin' });
    await accounts.setDisabled('ada', true);

    expect(await accounts.verify('ada', 'teal otters a')).toBeNull();
  });

  it('keeps at least one admin who can sign in', async () => {
    await accounts.create({ username: 'root', password: 'teal otters r', role: 'admin' });
    await accounts.create({ username: 'ada', password: 'teal otters a', role: 'admin' });
    await accounts.setDisabled('ada', true);

    for (const change of [accounts.setRole('root', 'reader'), accounts.setDisabled('root', true)])
      await expect(change).rejects.toMatchObject({
        message: 'root is the last admin. Make somebody else an admin first.',
      });
    await accounts.setDisabled('ada', false);
    await accounts.setRole('root', 'reader');
    expect(await accounts.findByUsername('root')).toMatchObject({ role: 'reader' });
    await expect(accounts.setRole('nobody', 'reader')).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('replaces a hash that was made with other parameters, and ends no session', async () => {
  await accounts.create({ username: 'ada', password: 'teal otters a', role: 'reader' });
  const changed = new Accounts(pool, { N: 2048, r: 8, p: 2 });
  const stored = async () => (await pool.query('select password_hash, password_version from app.account')).rows;
  expect(await changed.verify('ada', 'teal otters x')).toBeNull();
  const [before] = await stored();
  expect(await changed.verify('ada', 'teal otters a')).toMatchObject({ username: 'ada' });

  const [after] = await stored();
  expect(before.password_hash).not.toContain('N=2048');
  expect(after.password_hash).toContain('scrypt$N=2048,r=8,p=2$');
  expect(after.password_version).toBe(before.password_version);
  expect(await accounts.verify('ada', 'teal otters a')).toMatchObject({ username: 'ada' });
});

describe('a log-in that fails', () => {
  // The memory asked for is over the limit, so only a real attempt at hashing throws.
  const unaffordable = () => new Accounts(pool, { N: 2 ** 22, r: 8, p: 1 });

  it('hashes a password even when the user name is unknown', async () => {
    await expect(unaffordable().verify('nobody', 'x')).rejects.toThrow(/memory limit/);
  });

  it('hashes it for a disabled account, too', async () => {
    await accounts.create({ username: 'ada', password: 'teal otters x', role: 'reader' });
    await pool.query('update app.account set disabled_at = now()');

    expect(await accounts.verify('ada', 'x')).toBeNull();
    await expect(unaffordable().verify('ada', 'x')).rejects.toThrow(/memory limit/);
  });
});

describe('the first admin', () => {
  it('has the given password', async () => {
    const outcome = await accounts.ensureFirstAdmin({ username: 'Root', password: 'teal otter given' });

    expect(outcome).toEqual({ created: true, generatedPassword: null });
    expect(await accounts.verify('root', 'teal otter given')).toMatchObject({ role: 'admin' });
  });

  it('has a generated password, shown once, however many processes start at the same time', async () => {
    const start = () => accounts.ensureFirstAdmin({ username: 'admin', password: null });
    const outcomes = [...(await Promise.all([start(), start(), start()])), await start()];
    const [created, ...others] = outcomes.filter((outcome) => outcome.created);

    expect(others).toEqual([]);
    expect(outcomes.filter((outcome) => outcome.generatedPassword !== null)).toEqual([created]);
    expect(await accounts.verify('admin', created?.generatedPassword ?? '')).toMatchObject({ role: 'admin' });
  });

  it('is not created when there is an admin, and does not replace an account', async () => {
    await accounts.create({ username: 'ada', password: 'teal otters a', role: 'reader' });
    expect(await accounts.ensureFirstAdmin({ username: 'ada', password: 'teal otters b' })).toMatchObject({
      created: false,
    });
    await accounts.create({ username: 'root', password: 'teal otters a', role: 'admin' });
    expect(await accounts.ensureFirstAdmin({ username: 'admin', password: 'teal otters b' })).toMatchObject({
      created: false,
    });

    expect((await accounts.list()).map(({ username, role }) => [username, role])).toEqual([
      ['ada', 'reader'],
      ['root', 'admin'],
    ]);
  });
});

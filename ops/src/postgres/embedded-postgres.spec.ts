import { appendFile, chmod, readFile, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { leaseHolders, leasePostgres } from './embedded-postgres.ts';
import { ask, inNewFolder, inUsedFolder, serverRun } from '../testing/lease.fixtures.ts';

describe('a new database', () => {
  it('is in UTF-8 with Unicode rules for letters, whatever the environment, also below a folder that no other user may enter', () =>
    inNewFolder(async (dataDir) => {
      await chmod(dirname(dataDir), 0o700);
      Object.assign(process.env, { PGPORT: '1', PGDATA: '/nowhere', LC_ALL: 'tlh_QX.ISO-8859-1' });
      const first = await leasePostgres({ dataDir });
      for (const name of ['PGPORT', 'PGDATA', 'LC_ALL']) delete process.env[name];

      expect(new URL(first.url).pathname).toBe('/earmark');
      expect(await ask(first.url, 'show server_encoding')).toBe('UTF8');
      expect(await ask(first.url, `select lower('ÉÐ')`)).toBe('éð');
      await ask(first.url, 'create extension pg_trgm');
      expect(await ask(first.url, `select similarity('Café', 'café')`)).toBe('1');
      await first.release();

      const second = await leasePostgres({ dataDir });
      expect(second.url).toBe(first.url);
      expect(await ask(second.url, `select similarity('Café', 'café')`)).toBe('1');
      const joined = await leasePostgres({ dataDir });
      expect(joined.url).toBe(second.url);
      await joined.release();
      await second.release();
    }));
});

describe('a server', () => {
  it('writes durably, listens on loopback only, restricts the password file to its user, and gives the space of a long import back', () =>
    inUsedFolder(async (dataDir) => {
      const lease = await leasePostgres({ dataDir });

      expect(await ask(lease.url, 'show fsync')).toBe('on');
      expect(await ask(lease.url, 'show synchronous_commit')).toBe('on');
      expect(await ask(lease.url, 'show listen_addresses')).toBe('127.0.0.1');
      expect(await ask(lease.url, 'show unix_socket_directories')).toBe('');
      expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
      await expect(ask(lease.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow('password');

      await ask(
        lease.url,
        `select max(pg_logical_emit_message(false, 'import', repeat('x', 1000000))) from generate_series(1, 100)`,
      );
      await ask(lease.url, 'checkpoint');
      expect(Number(await ask(lease.url, 'select sum(size) from pg_ls_waldir()'))).toBeLessThan(64 * 1024 * 1024);
      await lease.release();
    }));
});

describe('further leases', () => {
  it('share the server, and releasing the last one stops it', () =>
    inUsedFolder(async (dataDir) => {
      const [first, second] = await Promise.all([
        leasePostgres({ dataDir, throwaway: true, holder: 'server' }),
        leasePostgres({ dataDir, throwaway: true, holder: 'import' }),
      ]);
      expect(second.url).toBe(first.url);
      expect((await leaseHolders(dataDir)).map(({ holder, pid }) => `${holder} ${pid}`).toSorted()).toEqual([
        `import ${process.pid}`,
        `server ${process.pid}`,
      ]);

      await first.release();
      await first.release();
      expect(await ask(second.url, 'select 1')).toBe('1');
      await second.release();
      await expect(ask(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
      expect(await leaseHolders(dataDir)).toEqual([]);
    }));

  it('move to another port when theirs is taken, and keep it; a log that has grown long starts empty, for its owner only', () =>
    inUsedFolder(async (dataDir) => {
      const log = join(dataDir, 'postgres.log');
      const first = await leasePostgres({ dataDir, throwaway: true });
      await first.release();
      await truncate(log, 11 * 1024 * 1024);
      await appendFile(log, 'old\n');
      await chmod(log, 0o644);
      const squatter = createServer();
      await new Promise<void>((resolve) => squatter.listen(Number(new URL(first.url).port), '127.0.0.1', resolve));

      const second = await leasePostgres({ dataDir, throwaway: true });
      await second.release();
      await new Promise((resolve) => squatter.close(resolve));
      const text = await readFile(log, 'utf8');
      expect(text).toContain('ready to accept connections');
      expect(text).not.toContain('old\n');
      expect((await stat(log)).mode & 0o777).toBe(0o600);

      const third = await leasePostgres({ dataDir, throwaway: true });
      await third.release();
      expect(second.url).not.toBe(first.url);
      expect(third.url).toBe(second.url);
    }));
});

describe('an exclusive lease', () => {
  it('refuses a second one of the same holder, naming the process that has it', () =>
    inUsedFolder(async (dataDir) => {
      const first = await leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true });
      await expect(leasePostgres({ dataDir, holder: 'server', exclusive: true })).rejects.toThrow(
        `Earmark is already running on this data folder (process ${process.pid}).`,
      );
      const beside = await leasePostgres({ dataDir, holder: 'import' });

      expect(await serverRun(beside.url)).toBe(await serverRun(first.url));
      await beside.release();
      await first.release();
      await (await leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true })).release();
    }));
});

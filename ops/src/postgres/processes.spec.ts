import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { leaseHolders, leasePostgres } from './embedded-postgres.ts';
import { faultRounds } from '../testing/fault-rounds.ts';
import { ask, inNewFolder, inUsedFolder, leaseElsewhere, serverRun } from '../testing/lease.fixtures.ts';

describe('two processes', () => {
  it('that start on one folder simultaneously get the same server', () =>
    inNewFolder(async (dataDir) => {
      const [one, other] = [leaseElsewhere({ dataDir }), leaseElsewhere({ dataDir })];
      const [url, otherUrl] = await Promise.all([one.outcome, other.outcome]);
      expect(otherUrl).toBe(url);
      expect(await leaseHolders(dataDir)).toHaveLength(2);

      await one.release();
      expect(await ask(url, 'select 1')).toBe('1');
      await other.release();
      await expect(ask(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    }));

  it('that start and stop repeatedly never get a server that is shutting down', () =>
    inUsedFolder(async (dataDir) => {
      const turns = async () => {
        for (let turn = 0; turn < faultRounds(2, 5); turn += 1) {
          const lease = await leasePostgres({ dataDir, throwaway: true });
          expect(await ask(lease.url, 'select 1')).toBe('1');
          await lease.release();
        }
      };
      await Promise.all([turns(), turns(), turns()]);
    }));

  it('cannot both be the one server of a folder', () =>
    inUsedFolder(async (dataDir) => {
      const first = leaseElsewhere({ dataDir, holder: 'server', exclusive: true });
      await first.outcome;
      const second = leaseElsewhere({ dataDir, holder: 'server', exclusive: true });

      expect(await second.outcome).toBe(
        `EmbeddedPostgresError: Earmark is already running on this data folder (process ${first.process.pid}).`,
      );
      await first.release();
    }));
});

describe('a holder that is killed', () => {
  it('leaves a server that the next one joins and stops', () =>
    inUsedFolder(async (dataDir) => {
      const killed = leaseElsewhere({ dataDir, holder: 'server', exclusive: true });
      const run = await serverRun(await killed.outcome);
      killed.process.kill('SIGKILL');
      await killed.ended;
      expect(await leaseHolders(dataDir)).toEqual([]);

      const next = await leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true });
      expect(await serverRun(next.url)).toBe(run);
      await next.release();
      await expect(ask(next.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    }));

  it('while it creates the database leaves a folder that the next one can use', () =>
    inNewFolder(async (dataDir) => {
      const killed = leaseElsewhere({ dataDir });
      while (!(await exists(join(dataDir, 'lock')))) await new Promise((resolve) => setTimeout(resolve, 5));
      killed.process.kill('SIGKILL');
      await killed.ended;
      await expect(killed.outcome).rejects.toThrow('the process ended');

      const next = await leasePostgres({ dataDir, throwaway: true });
      expect(await ask(next.url, 'select 1')).toBe('1');
      await next.release();
    }));

  it('is distinguished from a later process with the same pid', () =>
    inUsedFolder(async (dataDir) => {
      await (await leasePostgres({ dataDir, throwaway: true })).release();
      await writeFile(join(dataDir, `leases/server.exclusive.${process.pid}.1-00000000.000000000000`), '');

      expect(await leaseHolders(dataDir)).toEqual([]);
    }));
});

describe('the server', () => {
  it('does not receive Ctrl-C from the terminal', () =>
    inUsedFolder(async (dataDir) => {
      const holder = leaseElsewhere({ dataDir });
      const url = await holder.outcome;
      process.kill(-Number(holder.process.pid), 'SIGINT');

      expect(await holder.nextLine()).toBe('interrupted');
      expect(await ask(url, 'select 1')).toBe('1');
      await holder.release();
    }));

  it('restarts with everything committed after being killed while its children still work', () =>
    inUsedFolder(async (dataDir) => {
      const first = await leasePostgres({ dataDir });
      await ask(first.url, 'create table kept as select 42 as answer');
      const busy = new Client({ connectionString: first.url });
      busy.on('error', () => undefined);
      await busy.connect();
      const endOfBusy = busy.query('select pg_sleep(1)').catch(() => 'cut off');
      process.kill(await serverPid(dataDir), 'SIGKILL');

      const second = await leasePostgres({ dataDir });
      expect(await ask(second.url, 'select answer from kept')).toBe('42');
      expect(await endOfBusy).toBe('cut off');
      await second.release();
      await first.release();
    }));

  it('starts although the pid in a stale postmaster.pid now belongs to another process', () =>
    inUsedFolder(async (dataDir) => {
      await (await leasePostgres({ dataDir, throwaway: true })).release();
      const { uid, gid } = await stat(join(dataDir, 'postgres/data'));
      const bystander = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
      const lines = [
        bystander.pid,
        join(dataDir, 'postgres/data'),
        1_700_000_000,
        5432,
        '',
        '127.0.0.1',
        '',
        'ready',
        '',
      ];
      await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), lines.join('\n'));

      const lease = await leasePostgres({ dataDir, throwaway: true });
      expect(await ask(lease.url, 'select 1')).toBe('1');
      await lease.release();
      bystander.kill();
    }));
});

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

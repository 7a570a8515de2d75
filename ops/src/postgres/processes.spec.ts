import { spawn } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { leaseHolders, leasePostgres } from './embedded-postgres.ts';
import { faultRounds } from '../testing/fault-rounds.ts';
import { ask, inNewFolder, inUsedFolder, leaseElsewhere, serverRun } from '../testing/lease.fixtures.ts';

describe('two processes', () => {
  it('that start simultaneously, on a folder where a killed one was creating the database, get the same server', () =>
    inNewFolder(async (dataDir) => {
      const killed = leaseElsewhere({ dataDir });
      while (!(await exists(join(dataDir, 'lock')))) await new Promise((resolve) => setTimeout(resolve, 5));
      killed.process.kill('SIGKILL');
      await killed.ended;
      await expect(killed.outcome).rejects.toThrow('the process ended');

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
});

describe('a holder', () => {
  it('is the only server of a folder; its Postgres ignores Ctrl-C; when it is killed, the next one joins and stops it', () =>
    inUsedFolder(async (dataDir) => {
      const holder = leaseElsewhere({ dataDir, holder: 'server', exclusive: true });
      const url = await holder.outcome;
      const run = await serverRun(url);
      const { pid } = holder.process;
      await expect(leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true })).rejects.toThrow(
        `Earmark is already running on this data folder (process ${pid}).`,
      );
      process.kill(-Number(pid), 'SIGINT');
      expect(await holder.nextLine()).toBe('interrupted');
      expect(await serverRun(url)).toBe(run);
      holder.process.kill('SIGKILL');
      await holder.ended;
      expect(await leaseHolders(dataDir)).toEqual([]);

      const next = await leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true });
      expect(await serverRun(next.url)).toBe(run);
      await next.release();
      await expect(ask(next.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
    }));
});

describe('the server', () => {
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

  it('starts although the pids of a dead server and of its holder now belong to other processes', () =>
    inUsedFolder(async (dataDir) => {
      await mkdir(join(dataDir, 'leases'), { recursive: true });
      await writeFile(join(dataDir, `leases/server.exclusive.${process.pid}.1-00000000.000000000000`), '');
      expect(await leaseHolders(dataDir)).toEqual([]);
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

      const lease = await leasePostgres({ dataDir, throwaway: true, holder: 'server', exclusive: true });
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

import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clusterIn } from './cluster.ts';
import { fullDiskIn, readable } from './embedded-postgres.error.ts';
import { EmbeddedPostgresError, leaseHolders, leasePostgres } from './embedded-postgres.ts';
import { choosePort, rememberPort } from './port.ts';
import { ask, inNewFolder, openUsedFolder, type UsedFolder } from '../testing/lease.fixtures.ts';

describe('a data folder that cannot be used', () => {
  let folder: UsedFolder;
  beforeAll(async () => {
    folder = await openUsedFolder();
  });
  afterAll(() => folder.remove());

  it('because it is of another Postgres version, is refused, naming both versions', () =>
    without('postgres/data/PG_VERSION', async (version) => {
      await writeFile(version, '17\n');

      expect(await refusal(folder.dataDir)).toMatch(
        /^The database in .+ was written by PostgreSQL 17, but this Earmark includes \d+;/,
      );
    }));

  it('because it is damaged, is refused with its path and the message of Postgres', () =>
    without('postgres/data/global/pg_control', async (control) => {
      const { dataDir } = folder;
      await writeFile(control, 'no control file');

      const message = await refusal(dataDir);
      expect(message).toContain(`does not start on the data folder ${dataDir}`);
      expect(message).toMatch(/PANIC: .+pg_control/);
      expect(message).toContain(join(dataDir, 'postgres.log'));
      expect(await leaseHolders(dataDir)).toEqual([]);
    }));

  it.each(['postgres/data/PG_VERSION', 'postgres/data'])(
    'because it has lost its files, is not taken for a new one: %s',
    (lost) =>
      without(lost, async () => {
        expect(await refusal(folder.dataDir)).toContain('is not a complete Postgres database');
      }),
  );

  it('because it has lost its password, is refused, naming the file', () =>
    without('postgres/password', async (password) => {
      expect(await refusal(folder.dataDir)).toContain(`The password file ${password} is gone`);
    }));

  it('because it has a wrong password, is refused, and its server is stopped', () =>
    without('postgres/password', async (password) => {
      await writeFile(password, 'wrong\n');
      const { portFile } = clusterIn(folder.dataDir);
      const port = await choosePort(portFile);
      await rememberPort(portFile, port);

      expect(await refusal(folder.dataDir)).toContain('refuses Earmark (password authentication failed');
      await expect(ask(`postgres://earmark:x@127.0.0.1:${port}/earmark`, 'select 1')).rejects.toThrow('ECONNREFUSED');
    }));

  it('because it is a file, is refused', () =>
    inNewFolder(async (dataDir) => {
      await writeFile(dataDir, '');

      expect(await refusal(dataDir)).toContain(`The data folder ${dataDir} cannot be created`);
    }));

  it('because it was copied while in use, is refused, and the original is untouched, whose only damage was an empty postmaster.pid', async () => {
    const { dataDir } = folder;
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), '');
    const lease = await leasePostgres({ dataDir, throwaway: true });
    const copy = join(dirname(dataDir), 'copy');
    await promisify(execFile)('cp', ['-a', dataDir, copy]);

    expect(await refusal(copy)).toContain('was copied while Postgres worked on the original');
    expect(await ask(lease.url, 'select 1')).toBe('1');
    await lease.release();
  });

  /** Runs work while a file or folder is missing, whose path it receives. */
  async function without(name: string, work: (path: string) => Promise<void>): Promise<void> {
    const path = join(folder.dataDir, name);
    await rename(path, `${folder.dataDir}-kept`);
    try {
      await work(path);
    } finally {
      await rm(path, { force: true });
      await rename(`${folder.dataDir}-kept`, path);
    }
  }
});

describe('a full disk', () => {
  const sentence = 'There is no space left on the disk that holds /data.';

  it('is recognised from the output of Postgres', () => {
    expect(fullDiskIn('FATAL:  could not write lock file "postmaster.pid": No space left on device', '/data')).toBe(
      sentence,
    );
    expect(fullDiskIn('FATAL:  could not open file "global/pg_control"', '/data')).toBeNull();
  });

  it('is recognised from errors of the file system and the database, unlike any other error', () => {
    const unknown = new Error('a bug');
    expect(readable(unknown, '/data')).toBe(unknown);
    expect(readable(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }), '/data')).toEqual(
      new EmbeddedPostgresError('Postgres cannot serve Earmark: sorry, too many clients already.'),
    );

    for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
      expect(readable(Object.assign(new Error('full'), { code }), '/data')).toEqual(
        new EmbeddedPostgresError(sentence),
      );
    }
  });
});

async function refusal(dataDir: string): Promise<string> {
  try {
    await leasePostgres({ dataDir, throwaway: true });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

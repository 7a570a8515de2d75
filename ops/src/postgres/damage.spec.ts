import { execFile } from 'node:child_process';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { fullDiskIn, readable } from './embedded-postgres.error.ts';
import { EmbeddedPostgresError, leaseHolders, leasePostgres } from './embedded-postgres.ts';
import { ask, inNewFolder, inUsedFolder } from '../testing/lease.fixtures.ts';

describe('a data folder that cannot be used', () => {
  it('of another Postgres version is refused, naming both versions', () =>
    inUsedFolder(async (dataDir) => {
      await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n');

      expect(await refusal(dataDir)).toMatch(
        /^The database in .+ was written by PostgreSQL 17, but this Earmark includes \d+;/,
      );
    }));

  it('that is damaged is refused with its path and the message of Postgres', () =>
    inUsedFolder(async (dataDir) => {
      await truncate(join(dataDir, 'postgres/data/global/pg_control'), 100);

      const message = await refusal(dataDir);
      expect(message).toContain(`does not start on the data folder ${dataDir}`);
      expect(message).toMatch(/PANIC: .+pg_control/);
      expect(message).toContain(join(dataDir, 'postgres.log'));
      expect(await leaseHolders(dataDir)).toEqual([]);
    }));

  it('that has lost its files is not mistaken for a new one', () =>
    inUsedFolder(async (dataDir) => {
      await rm(join(dataDir, 'postgres/data/PG_VERSION'));
      expect(await refusal(dataDir)).toContain('is not a complete Postgres database');

      await rm(join(dataDir, 'postgres/data'), { recursive: true });
      expect(await refusal(dataDir)).toContain('is not a complete Postgres database');
    }));

  it('that has lost its password is refused, naming the file', () =>
    inUsedFolder(async (dataDir) => {
      await rm(join(dataDir, 'postgres/password'));

      expect(await refusal(dataDir)).toContain(`The password file ${join(dataDir, 'postgres/password')} is gone`);
    }));

  it('with a wrong password is refused, and its server is stopped', () =>
    inUsedFolder(async (dataDir) => {
      // The port is assigned now.
      await (await leasePostgres({ dataDir, throwaway: true })).release();
      await writeFile(join(dataDir, 'postgres/password'), 'wrong\n');

      expect(await refusal(dataDir)).toContain('refuses Earmark (password authentication failed');
      await expect(ask(`postgres://earmark:x@127.0.0.1:${await portOf(dataDir)}/earmark`, 'select 1')).rejects.toThrow(
        'ECONNREFUSED',
      );
    }));

  it('that is a file is refused', () =>
    inNewFolder(async (dataDir) => {
      await writeFile(dataDir, '');

      expect(await refusal(dataDir)).toContain(`The data folder ${dataDir} cannot be created`);
    }));

  it('that was copied while in use is refused, and the original is untouched', () =>
    inUsedFolder(async (dataDir) => {
      const lease = await leasePostgres({ dataDir, throwaway: true });
      const copy = join(dirname(dataDir), 'copy');
      await promisify(execFile)('cp', ['-a', dataDir, copy]);

      expect(await refusal(copy)).toContain('was copied while Postgres worked on the original');
      expect(await ask(lease.url, 'select 1')).toBe('1');
      await lease.release();
    }));

  it('starts again when the only damage is an empty postmaster.pid', () =>
    inUsedFolder(async (dataDir) => {
      await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), '');

      const lease = await leasePostgres({ dataDir, throwaway: true });
      expect(await ask(lease.url, 'select 1')).toBe('1');
      await lease.release();
    }));
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

async function portOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'postgres/port'), 'utf8')).trim();
}

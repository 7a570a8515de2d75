import { execFile } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { leasePostgres } from './embedded-postgres.ts';
import { ask, inNewFolder, inUsedFolder, leaseElsewhere } from '../testing/lease.fixtures.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
const NAMELESS = { uid: 54_242, gid: 54_242 };

// Only root can start processes of other users.
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('root', () => {
  it('runs Postgres as another user, who owns only the data, even of a database that root unpacked', () =>
    inUsedFolder(async (dataDir) => {
      expect((await stat(join(dataDir, 'postgres/data'))).uid).not.toBe(0);
      await promisify(execFile)('chown', ['-R', '0:0', dataDir]);

      const lease = await leasePostgres({ dataDir, throwaway: true });
      expect(await ask(lease.url, 'select 1')).toBe('1');
      expect((await stat(dataDir)).uid).toBe(0);
      expect((await stat(join(dataDir, 'postgres/password'))).uid).toBe(0);
      expect((await stat(join(dataDir, 'postgres/data'))).uid).not.toBe(0);
      await lease.release();
    }));

  it('and an ordinary user can take turns: root runs the database as its owner', () =>
    inNewFolder(async (dataDir) => {
      const owner = leaseElsewhere({ dataDir }, NOBODY);
      const url = await owner.outcome;
      expect((await stat(join(dataDir, 'postgres/data'))).uid).toBe(NOBODY.uid);
      await owner.release();
      const root = await leasePostgres({ dataDir, throwaway: true });
      expect(root.url).toBe(url);
      await root.release();

      const again = leaseElsewhere({ dataDir }, NOBODY);
      expect(await again.outcome).toBe(url);
      await again.release();
    }));
});

asRoot('an ordinary user', () => {
  it('without a name gets an explanation', () =>
    inNewFolder(async (dataDir) => {
      const lease = leaseElsewhere({ dataDir }, NAMELESS);

      expect(await lease.outcome).toContain(`User ${NAMELESS.uid} has no entry in /etc/passwd`);
    }));

  it('is told that a folder belongs to another user', () =>
    inNewFolder(async (dataDir) => {
      await mkdir(dataDir);
      const lease = leaseElsewhere({ dataDir }, NOBODY);

      expect(await lease.outcome).toContain(`Earmark may not use the folder ${dataDir}`);
    }));
});

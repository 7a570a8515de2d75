import { execFile, spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../postgres/embedded-postgres.error.ts';
import { stopAbandoned } from '../postgres/embedded-postgres.ts';
import { copyUsedFolder } from '../testing/lease.fixtures.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import { command } from './commands.fixtures.ts';
import { imported, libraryBeside, verified } from './library.fixtures.ts';
import { inDatabase, inEmptyFolder, killAll, serve, signalGroup } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';
import { sentence } from './sentences.fixtures.ts';

const DISK = 'size=192m,mode=755';
const program = promisify(execFile);

// Only root can mount a small disk, and not in every container.
const withMounts = canMount() ? describe : describe.skip;

withMounts('a full disk', () => {
  it('is reported in one sentence by server and command, and loses nothing that was acknowledged', () =>
    inEmptyFolder((dataDir) =>
      onSmallDisk(dataDir, async (disk) => {
        const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
        const library = await libraryBeside(dirname(dataDir), { episodes: faultRounds(5, 40), seed: 5 });
        const server = await serve(environment);
        const call = await signIn(server.url);
        const type = await locationType(call);
        const acknowledged: string[] = [];
        await disk.fill();
        for (let number = 1; ; number += 1) {
          const name = `Place number ${number} ${'of a long name '.repeat(15)}`.trim();
          const { status, body } = await call('POST', '/api/admin/entity-patterns', pattern(name, type));
          if (status === 201) {
            acknowledged.push(name);
            continue;
          }
          // Without room for its journal, Postgres itself shuts down without giving the reason.
          expect([503, 507]).toContain(status);
          expect(body).toMatchObject({
            detail: expect.stringMatching(/^The (server disk is full|database is|event log is)/),
          });
          break;
        }
        expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
        const ready = await fetch(`${server.url}/health/ready`);
        expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('free space on the disk')]);
        signalGroup(server.pid, 'SIGINT');
        expect(await server.ended).toMatchObject({ code: 0 });

        const refused = await command(['import', library.folder], environment);
        expect(refused.code).toBe(1);
        expect(sentence(refused)).toMatch(/no space left|disk is full/i);

        await disk.makeRoom();
        await imported(library, environment);
        expect(await verified(environment)).toMatchObject({ mentions_segment: library.segments });
        const patterns = await inDatabase<{ name: string }>(dataDir, 'select name from read.vocabulary_pattern');
        const names = patterns.map(({ name }) => name);
        expect(names).toEqual([...new Set(names)]);
        expect(names).toEqual(expect.arrayContaining(acknowledged));
        if (!IN_FULL) return;

        const again = await serve(environment);
        expect(await patternNames(await signIn(again.url))).toEqual(names.toSorted());
        signalGroup(again.pid, 'SIGINT');
        expect(await again.ended).toMatchObject({ code: 0 });
      }),
    ));
});

interface SmallDisk {
  /** Fills all remaining space. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
}

async function onSmallDisk(folder: string, work: (disk: SmallDisk) => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await program('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder]);
  await copyUsedFolder(folder);
  const filler = join(folder, 'filler');
  try {
    await work({ fill: () => fillWith(filler), makeRoom: () => rm(filler) });
  } finally {
    await killAll();
    await rm(filler, { force: true });
    await stopAbandoned(folder);
    await program('umount', ['--lazy', folder]);
  }
}

async function fillWith(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const size of [2 ** 20, 2 ** 12]) await fillInSteps(file, Buffer.alloc(size));
  } finally {
    await file.close();
  }
}

async function fillInSteps(file: Awaited<ReturnType<typeof open>>, step: Buffer): Promise<void> {
  try {
    for (;;) await file.write(step);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
  }
}

function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  // In a separate mount namespace, which ends with the process.
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withFolderLock } from './folder-lock.ts';

const DEAD = `${process.pid}.1-00000000.000000000000`;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a folder lock', () => {
  it('admits one holder at a time', async () => {
    let working = 0;
    const work = async () => {
      working += 1;
      expect(working).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      working -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFolderLock(folder, () => undefined, work)));
  });

  it('is free again after work that failed', async () => {
    await expect(
      withFolderLock(
        folder,
        () => undefined,
        () => Promise.reject(new Error('no luck')),
      ),
    ).rejects.toThrow('no luck');

    expect(
      await withFolderLock(
        folder,
        () => undefined,
        async () => 'done',
      ),
    ).toBe('done');
  });

  it('is taken over from a dead owner by exactly one of many', async () => {
    await mkdir(join(folder, 'lock'));
    await writeFile(join(folder, 'lock', DEAD), '');
    await mkdir(join(folder, `lock.${DEAD}`));

    let working = 0;
    const work = async () => {
      working += 1;
      expect(working).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      working -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFolderLock(folder, () => undefined, work)));
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('tells waiters once which process holds it', async () => {
    const told: number[] = [];
    let waiting = Promise.resolve();
    await withFolderLock(
      folder,
      () => undefined,
      async () => {
        waiting = withFolderLock(
          folder,
          (pid) => told.push(pid),
          async () => undefined,
        );
        while (told.length === 0) await sleep(10);
        // Time to be told again.
        await sleep(100);
      },
    );
    await waiting;

    expect(told).toEqual([process.pid]);
  });
});

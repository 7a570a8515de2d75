import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTypeScript } from '../testing/typescript-process.ts';
import { accountFor, isForeign } from './account.ts';
import type { Account } from './account.ts';
import { binariesPackage, usableBinaries } from './binaries.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-binaries-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

describe('the binaries', () => {
  it('of the installed package run as the account of this machine', async () => {
    const binaries = await usableBinaries(await account());

    expect(binaries.major).toMatch(/^\d\d$/);
    expect((await stat(binaries.initdb)).isFile()).toBe(true);
    expect(binariesPackage()).toContain(`${process.platform}-${process.arch}`);
  });

  it('get the links that npm did not create, once', async () => {
    const installed = await smallPackage(0o755);

    const binaries = await usableBinaries(await account(), installed, folder);
    expect(binaries).toMatchObject({ postgres: join(installed, 'native/bin/postgres'), major: '18' });
    expect(await usableBinaries(await account(), installed, folder)).toEqual(binaries);
  });

  it('that cannot run anywhere are reported with a remedy', async () => {
    const installed = await smallPackage(0o755, '#!/bin/sh\necho no such loader >&2\nexit 1\n');

    await expect(usableBinaries(await account(), installed, folder)).rejects.toThrow(
      'The embedded Postgres does not run on this machine (no such loader); set DATABASE_URL.',
    );
  });
});

// Only root starts programs as another user, who cannot reach files that only root may read.
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('binaries below a folder that only root may enter', () => {
  it('run from one copy, which is renewed when files are missing', async () => {
    const installed = await smallPackage(0o700);
    const first = await usableBinaries(await account(), installed, folder);
    expect(first.postgres).toBe(join(folder, 'embedded-pg-18.4.0-0/bin/postgres'));

    await rm(join(folder, 'embedded-pg-18.4.0-0/lib/libx.so.1.2'));
    expect(await usableBinaries(await account(), installed, folder)).toEqual(first);
  });

  it('do not run from a copy that others can modify', async () => {
    const installed = await smallPackage(0o700);
    await usableBinaries(await account(), installed, folder);
    const copy = join(folder, 'embedded-pg-18.4.0-0');
    await chmod(copy, 0o777);

    await expect(usableBinaries(await account(), installed, folder)).rejects.toThrow(`${copy} was not made by Earmark`);
  });
});

asRoot('binaries of root that lack their links', () => {
  it('run from a linked copy for an ordinary user', async () => {
    const installed = await smallPackage(0o755);
    await chmod(join(installed, 'native/lib/libx.so.1.2'), 0o644);
    await mkdir(join(folder, 'temporary'));
    await chmod(join(folder, 'temporary'), 0o777);
    const nobody = { uid: 65_534, gid: 65_534 };
    const ordinary = startTypeScript(
      `const { usableBinaries } = require('./ops/src/postgres/binaries.ts');
       usableBinaries(...${JSON.stringify([nobody, installed, join(folder, 'temporary')])}).then((found) => console.log(found.postgres));`,
      nobody,
    );

    expect(await ordinary.nextLine()).toBe(join(folder, 'temporary/embedded-pg-18.4.0-65534/bin/postgres'));
    await ordinary.ended;
  });
});

async function account(): Promise<Account> {
  const found = await accountFor(folder, null);
  expect(isForeign(found)).toBe(process.getuid?.() === 0);
  return found;
}

/** A small package as npm would unpack it: a program that needs a linked library. */
async function smallPackage(
  mode: number,
  program = '#!/bin/sh\ntest -e "$(dirname "$0")/../lib/libx.so" && echo "postgres (PostgreSQL) 18.4"\n',
): Promise<string> {
  const root = join(folder, 'package');
  await mkdir(join(root, 'native/bin'), { recursive: true });
  await mkdir(join(root, 'native/lib'));
  await writeFile(join(root, 'package.json'), '{ "version": "18.4.0" }');
  await writeFile(
    join(root, 'native/pg-symlinks.json'),
    '[{ "source": "native/lib/libx.so.1.2", "target": "native/lib/libx.so" }]',
  );
  await writeFile(join(root, 'native/lib/libx.so.1.2'), '', { mode: 0o600 });
  await writeFile(join(root, 'native/bin/postgres'), program, { mode: 0o700 });
  await chmod(join(root, 'native/bin/postgres'), mode === 0o755 ? 0o755 : 0o700);
  await chmod(root, mode);
  return root;
}

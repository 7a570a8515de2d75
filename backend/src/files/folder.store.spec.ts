import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeFileStore } from './file-store.contract.ts';
import { FolderStore } from './folder.store.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'earmark-files-'));
});
afterAll(async () => rm(base, { recursive: true }));

describeFileStore('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-store-'));
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);

  return {
    store: new FolderStore(folder),
    damage: async (sha256, content) => (content ? writeFile(pathOf(sha256), content) : rm(pathOf(sha256))),
    count: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)).length;
    },
    close: async () => rm(folder, { recursive: true }),
  };
});

it('leaves no temporary file behind', async () => {
  const folder = join(base, 'tidy');
  await new FolderStore(folder).put([Buffer.from('WEBVTT')], 'text/vtt');
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

it('takes a folder that is not there for an outage, not for a missing file', async () => {
  const file = { sha256: 'a'.repeat(64), bytes: 1, contentType: 'text/vtt' };
  await expect(new FolderStore(join(base, 'unmounted')).get(file)).rejects.toMatchObject({
    code: 'upstream-unavailable',
  });
});

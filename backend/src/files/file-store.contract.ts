import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyFile, type FileStore } from './file-store.ts';

export interface TestedStore {
  readonly store: FileStore;
  /** Changes or removes a stored file behind the store's back. */
  damage(sha256: string, content: Buffer | null): Promise<void>;
  /** How many files it holds, without those on their way. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);

  return Buffer.concat(pieces);
};

/** What every store of files must do. */
export function describeFileStore(name: string, open: () => Promise<TestedStore>): void {
  describe(`the store in ${name}`, () => {
    let tested: TestedStore;
    beforeAll(async () => {
      tested = await open();
    });
    afterAll(async () => tested.close());

    it('gives back what was put, by the hash of its content', async () => {
      const pieces = [randomBytes(70_000), randomBytes(1), randomBytes(70_000)];
      const content = Buffer.concat(pieces);
      const file = await tested.store.put(pieces, 'text/vtt');
      expect(file).toEqual({
        sha256: createHash('sha256').update(content).digest('hex'),
        bytes: content.length,
        contentType: 'text/vtt',
      });
      expect((await bytesOf(await tested.store.get(file))).equals(content)).toBe(true);
      expect(await tested.store.has(file)).toBe(true);
      expect(await verifyFile(tested.store, file)).toMatchObject({ state: 'intact' });
    });

    it('stores the same content once, also when it is put at the same time', async () => {
      const before = await tested.count();
      const content = randomBytes(5000);
      const files = await Promise.all([1, 2, 3].map(async () => tested.store.put([content], 'application/json')));
      expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
      expect(await tested.count()).toBe(before + 1);
    });

    it('stores nothing of content that breaks off', async () => {
      const before = await tested.count();
      const broken = async function* () {
        yield randomBytes(100);
        throw new Error('the connection broke off');
      };
      await expect(tested.store.put(broken(), 'text/vtt')).rejects.toThrow('broke off');
      expect(await tested.count()).toBe(before);
    });

    it('says which file is missing or damaged, and does not overwrite it', async () => {
      const content = randomBytes(3000);
      const file = await tested.store.put([content], 'text/vtt');
      const changed = Buffer.from(content);
      changed[1500]! ^= 1;
      await tested.damage(file.sha256, changed);
      await expect(bytesOf(await tested.store.get(file))).rejects.toMatchObject({ code: 'file-damaged' });
      expect(await verifyFile(tested.store, file)).toMatchObject({
        state: 'damaged',
        sentence: expect.stringContaining(file.sha256),
      });
      await tested.damage(file.sha256, changed.subarray(0, 100));
      expect(await verifyFile(tested.store, file)).toMatchObject({ state: 'damaged' });
      await tested.damage(file.sha256, null);
      expect(await tested.store.has(file)).toBe(false);
      await expect(tested.store.get(file)).rejects.toMatchObject({ code: 'file-missing' });
      expect(await verifyFile(tested.store, file)).toMatchObject({ state: 'missing' });
    });
  });
}

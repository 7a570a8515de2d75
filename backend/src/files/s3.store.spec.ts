import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { S3_KEYS } from '../testing/stubs/s3.stub.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { describeFileStore } from './file-store.contract.ts';
import { s3PlaceOf, s3ProblemOf } from './s3-place.ts';
import { S3Store } from './s3.store.ts';

const KEYS = { accessKeyId: S3_KEYS.AWS_ACCESS_KEY_ID, secretAccessKey: S3_KEYS.AWS_SECRET_ACCESS_KEY };
const FILE = { sha256: 'a'.repeat(64), bytes: 3, contentType: 'text/vtt' };
const placeAt = (url: string, path = 'stub-bucket/earmark') =>
  s3PlaceOf(`s3://${path}?endpoint=${encodeURIComponent(`${url}/s3`)}&region=eu-central-1`);

describeFileStore('S3', async () => {
  const stubs = await openStubs();
  const folder = await mkdtemp(join(tmpdir(), 'earmark-s3-'));
  const keyOf = (sha256: string) => `/s3/stub-bucket/earmark/${sha256.slice(0, 2)}/${sha256}`;

  return {
    store: new S3Store(placeAt(stubs.url), folder, { credentials: KEYS }),
    damage: async (sha256, content) => {
      if (content === null) stubs.s3Objects.delete(keyOf(sha256));
      else stubs.s3Objects.set(keyOf(sha256), { content, type: 'text/vtt' });
    },
    count: async () => stubs.s3Objects.size,
    close: async () => {
      await stubs.close();
      await rm(folder, { recursive: true });
    },
  };
});

let stubs: Stubs;
let folder: string;
let store: S3Store;
beforeAll(async () => {
  stubs = await openStubs();
  folder = await mkdtemp(join(tmpdir(), 'earmark-s3-'));
  store = new S3Store(placeAt(stubs.url), folder, { credentials: KEYS, timeoutMs: 400 });
});
afterEach(() => stubs.fail('/s3/*', null));
afterAll(async () => {
  await stubs.close();
  await rm(folder, { recursive: true });
});

it('sends a file once, by its path, with what it is', async () => {
  const file = await store.put([Buffer.from('WEBVTT')], 'text/vtt');
  await store.put([Buffer.from('WEBVTT')], 'text/vtt');
  const puts = stubs.calls.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ path }) => path)).toEqual([`/s3/stub-bucket/earmark/${file.sha256.slice(0, 2)}/${file.sha256}`]);
  expect(await readdir(folder)).toEqual([]);
  expect([...stubs.s3Objects.values()]).toEqual([{ content: Buffer.from('WEBVTT'), type: 'text/vtt' }]);
});

it.each([
  ['is down', { status: 503 }, 'upstream-unavailable', 'The store of files is not available (503).'],
  [
    'resets connections',
    { connection: 'reset' as const },
    'upstream-unavailable',
    'The store of files is not available.',
  ],
  ['does not answer', { connection: 'silent' as const }, 'outside-slow', 'The store of files did not answer in time.'],
])('says that it may pass when the store %s', async (_, fault, code, message) => {
  stubs.fail('/s3/*', fault);
  const works = [store.get(FILE), store.has(FILE), store.put([Buffer.from('x')], 'text/plain'), store.check()];
  for (const work of await Promise.allSettled(works)) expect(work).toMatchObject({ reason: { code, message } });
  stubs.fail('/s3/*', null);
  expect(await store.has(FILE)).toBe(false);
});

it('is asked again by the client after a moment of trouble', async () => {
  stubs.fail('/s3/*', { status: 500, times: 1 });
  const file = await store.put([Buffer.from('again')], 'text/plain');
  expect(await store.has(file)).toBe(true);
});

it('fails a download that breaks off', async () => {
  const file = await store.put([Buffer.alloc(50_000, 7)], 'text/plain');
  stubs.fail('/s3/*', { connection: 'truncated' });
  const read = async () => {
    for await (const piece of await store.get(file)) expect(piece.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toMatchObject({ code: 'upstream-unavailable' });
});

it('says which settings to check, and repeats no key', async () => {
  const secret = 'wrong-secret-access-key';
  const wrong = new S3Store(placeAt(stubs.url), folder, {
    credentials: { accessKeyId: 'AKIAWRONGWRONG', secretAccessKey: secret },
  });
  const works = [wrong.get(FILE), wrong.has(FILE), wrong.put([Buffer.from('y')], 'text/plain'), wrong.check()];
  for (const work of await Promise.allSettled(works)) {
    expect(work).toMatchObject({
      reason: {
        code: 'outside-refused',
        message:
          'The store of files refuses our key for the bucket stub-bucket. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
      },
    });
    expect(JSON.stringify(work)).not.toContain(secret);
  }
  const elsewhere = new S3Store(placeAt(stubs.url, 'other-bucket'), folder, { credentials: KEYS });
  for (const work of [elsewhere.check(), elsewhere.put([Buffer.from('z')], 'text/plain')])
    await expect(work).rejects.toMatchObject({
      message: 'The store of files has no bucket other-bucket. Check FILES_URL.',
    });
});

it('reads where files are kept', () => {
  expect(s3PlaceOf('s3://my-bucket')).toEqual({ bucket: 'my-bucket', prefix: '', endpoint: null, region: 'us-east-1' });
  expect(s3PlaceOf('s3://b1-x/a/b%20c/?endpoint=http://127.0.0.1:9000&region=eu-west-3')).toEqual({
    bucket: 'b1-x',
    prefix: 'a/b c/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-west-3',
  });
});

it.each([
  ['s3://bucket/prefix?endpoint=https://s3.example', null],
  ['https://bucket', /^must look like/],
  ['s3://bucket?key=1', /no other settings/],
  ['s3://bucket?endpoint=ftp://a', /needs an endpoint/],
  ['s3://bucket?region=EU!', /needs a region/],
])('finds the problem in %s', (url, problem) => {
  expect(s3ProblemOf(url) ?? 'none').toMatch(problem ?? /^none$/);
});

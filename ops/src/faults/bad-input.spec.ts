import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openUsedFolder, type UsedFolder } from '../testing/lease.fixtures.ts';
import { ADMIN_PASSWORD, locationType, pattern, signIn } from './api.fixtures.ts';
import type { Caller } from './api.fixtures.ts';
import { command, hosted } from './commands.fixtures.ts';
import { eventsIn, killAll, run, serve, until } from './product.fixtures.ts';
import type { Environment } from './product.fixtures.ts';
import { sentence } from './sentences.fixtures.ts';

const MANY_BYTES = 20_000_000;
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256));

let product: UsedFolder;
let server: Awaited<ReturnType<typeof serve>>;
let call: Caller;
let type: string;

// The commands join the server's database.
beforeAll(async () => {
  product = await openUsedFolder();
  server = await serve({ DATA_DIR: product.dataDir, ADMIN_PASSWORD });
  call = await signIn(server.url);
  type = await locationType(call);
});
afterAll(async () => {
  await killAll();
  await product.remove();
});

describe('input that cannot be used', () => {
  it('is refused by the command line with exit code 1 and one sentence, and nothing is recorded', () =>
    withPublisher(async (publisher) => {
      const { dataDir } = product;
      const environment: Environment = { DATA_DIR: dataDir, FETCH_ALLOW_PRIVATE: 'true' };
      const folder = dirname(dataDir);
      const file = async (name: string, content: string | Buffer): Promise<string> => {
        await writeFile(join(folder, name), content);
        return join(folder, name);
      };
      await mkdir(join(folder, 'empty'));
      const before = await eventsIn(dataDir);
      for (const [index, [words, expected]] of WORDS.entries()) {
        const { code, stderr } = await (index === 0 ? run : command)(words, environment);
        expect([words, code]).toEqual([words, 1]);
        // The usage text may follow.
        expect(stderr.split('\n')[0]).toMatch(expected);
      }
      const sources: readonly (readonly [string, RegExp])[] = [
        [join(folder, 'nowhere'), /^There is no file or folder .+nowhere\.$/],
        [join(folder, 'empty'), /^The folder contains no files\.$/],
        [await file('empty.vtt', ''), /^The file is empty\.$/],
        [await file('noise.vtt', NOISE), /^This looks like binary data, not a transcript\.$/],
        [await file('large.vtt', Buffer.alloc(MANY_BYTES, 'a')), /^The file is larger than 10 MB\.$/],
        [await file('page.html', '<!doctype html><p>Hello</p>'), /^This web page contains no transcript in a format/],
        [await file('empty.csv', ''), /^The first line must be the header name,type,/],
        [await file('empty.jsonl', ''), /^The file contains no patterns\.$/],
        [await file('noise.csv', NOISE), /\.$/],
        [await file('half.jsonl', '{"name": "Rivert'), /^Line 1 is not JSON: /],
        [await file('half.opml', '<opml><body><outline'), /\.$/],
        [await file('nul.csv', 'name,type\na\0b,place\n'), /\(U\+0000\)\.$/],
        [`${publisher}/page`, /web page/],
        [`${publisher}/loop`, /redirect/],
        [`${publisher}/noise`, /\.$/],
        [`${publisher}/nothing`, /404/],
        [`${publisher}/large`, /larger than/],
        [`${publisher}/cut`, /\.$/],
        ['http://nowhere.invalid/feed', /nowhere\.invalid/],
      ];
      const ending = await command(['import', '--json', ...sources.map(([source]) => source)], environment);
      const errors = ending.stdout
        .trim()
        .split('\n')
        .map((line) => Report.parse(JSON.parse(line)).error);
      expect(errors).toEqual(sources.map(([, expected]) => expect.stringMatching(expected)));
      expect(errors.filter((error) => !SENTENCE.test(error))).toEqual([]);
      expect(ending).toMatchObject({ code: 1, stderr: '' });

      const isPrivate = await command(['import', `${publisher}/page`], { DATA_DIR: dataDir });
      expect(isPrivate.code).toBe(1);
      expect(sentence(isPrivate)).toMatch(/127\.0\.0\.1 is in a private network, which this server may not access\.$/);
      expect(await eventsIn(dataDir)).toBe(before);
    }));

  it('is refused by the calls with the right status and one sentence, and nothing is recorded', async () => {
    const { dataDir } = product;
    const uuid = '11111111-1111-4111-8111-111111111111';
    const patterns = '/api/admin/entity-patterns';
    const many = Buffer.alloc(MANY_BYTES, 'a');
    const cases: readonly (readonly [string, string, string | Buffer<ArrayBuffer>, number])[] = [
      ['POST', patterns, '', 400],
      ['POST', patterns, 'no json', 400],
      ['POST', patterns, Buffer.from(NOISE), 400],
      ['POST', patterns, '[]', 400],
      ['POST', patterns, 'null', 400],
      ['POST', patterns, JSON.stringify({ name: 7, entityTypeId: {}, caseSensitive: 'no', wholeWord: [] }), 400],
      ['POST', patterns, pattern('', type), 400],
      ['POST', patterns, pattern('a\u0000b', type), 400],
      ['POST', patterns, pattern('Riverton', uuid), 404],
      ['POST', patterns, many, 413],
      ['PATCH', `${patterns}/${uuid}`, '{"name":"x"}', 404],
      ['PATCH', `${patterns}/no-uuid`, '{"name":"x"}', 400],
      ['POST', `/api/admin/episodes/${uuid}/transcript-file`, '', 400],
      ['POST', `/api/admin/episodes/${uuid}/transcript-file`, many, 413],
      ['POST', '/api/auth/login', '{"username":{},"password":[]}', 400],
    ];
    const before = await eventsIn(dataDir);
    const answers = [];
    for (const [method, path, body] of cases) {
      const answer = await call(method, path, body);
      answers.push([method, path, body.slice(0, 60).toString(), answer.status]);
      expect(answer.body).toEqual(
        expect.objectContaining({ status: answer.status, detail: expect.stringMatching(SENTENCE) }),
      );
    }
    expect(answers).toEqual(
      cases.map(([method, path, body, status]) => [method, path, body.slice(0, 60).toString(), status]),
    );
    expect(await eventsIn(dataDir)).toBe(before);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  });
});

it('a second server on a data folder is refused, and the first keeps running', async () => {
  const environment = { DATA_DIR: product.dataDir };
  const second = await hosted('serve', [], environment);

  expect(second.code).toBe(1);
  expect(sentence(second)).toBe(`Earmark is already running on this data folder (process ${server.pid}).`);
  await until(async () => (await fetch(`${server.url}/health/ready`)).ok);
});

const WORDS: readonly (readonly [string[], RegExp])[] = [
  [['fly'], /^There is no command "fly"\.$/],
  [['import'], /^import needs a feed address, a file or a folder\.$/],
  [['import', '--series'], /argument missing/],
  [['rebuild', 'nothing'], /^rebuild takes one of /],
  [['rebuild', 'all', 'now'], /^rebuild does not accept "now"\.$/],
  [['verify', 'extra', '--form', 'csv'], /^verify does not accept "extra", --form\.$/],
  [['import', 'x.vtt', '--out', 'x'], /^import does not accept --out\.$/],
  [['export', 'everything'], /^export takes mentions /],
  [['export', 'transcripts', '--form', 'vtt'], /^vtt makes one file per episode\. /],
  [['export', 'mentions', '--podcast', 'nobody'], /^There is no podcast "nobody"\.$/],
  [['backup'], /^backup needs the file to write; /],
  [['restore', '/nowhere/to/be/found'], /^There is no file or folder \/nowhere\/to\/be\/found\.$/],
  [['user', 'role', 'mo', 'boss'], /^user add NAME admin\|analyst\|reader/],
  [['user', 'disable', 'nobody-here'], /^There is no account called nobody-here\.$/],
  [['user', 'add', 'mo', 'boss'], /^user add NAME admin\|analyst\|reader/],
  [['user', 'passwd', 'nobody-here'], /^There is no account called nobody-here\.$/],
];

const Report = z.object({ error: z.string() });

/** One or a few sentences, without a stack or a dump. */
const SENTENCE = /^(?!.*(node_modules|undefined|\[object|\n)).{8,300}\.$/;

/** A web server that serves anything but feeds. */
async function withPublisher(work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(({ url }, response) => {
    switch (url) {
      case '/page':
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hi</title><p>Hello');
      case '/loop':
        return response.writeHead(302, { location: '/loop' }).end();
      case '/noise':
        return response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(NOISE);
      case '/large':
        return response
          .writeHead(200, { 'content-type': 'application/rss+xml' })
          .end(Buffer.alloc(MANY_BYTES + 2 ** 21, ' '));
      case '/cut':
        response
          .writeHead(200, { 'content-type': 'application/rss+xml', 'content-length': '1000' })
          .write('<rss><channel>');
        return setTimeout(() => response.destroy(), 50);
      default:
        return response.writeHead(404).end();
    }
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
  try {
    await work(url);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

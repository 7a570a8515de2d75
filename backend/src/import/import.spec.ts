import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { projectors } from '@earmark/projections/runner';
import { SaveTranscript, type SegmentId } from '@earmark/contracts/transcripts';
import type { TestDatabase } from '@earmark/projections/testing';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { systemContext } from '../kit/system-context.ts';
import { createAppDatabase } from '../testing/app-database.ts';
import { openTerminal, type OpenTerminal } from '../testing/open-terminal.ts';
import { query } from '../testing/query.ts';

let database: TestDatabase;
let terminal: OpenTerminal;
let folder: string;
let publisher: Server;
/** Of the publisher of a test: a folder of its own, so that nothing of it is known. */
let address: string;
let tests = 0;
/** What the publisher answers, by path in its folder. */
let answers: Record<string, () => { status?: number; type?: string; body: string; etag?: string }>;
let asked: string[];
let lines: string[];
const write = console.log;

beforeAll(async () => {
  publisher = createServer((request, response) => {
    const path = request.url!.replace(/^\/\d+/, '');
    asked.push(path);
    const answer = answers[path]?.() ?? { status: 404, body: 'nothing' };
    if (answer.status === 302) return response.writeHead(302, { location: request.url! }).end();
    if (answer.etag && request.headers['if-none-match'] === answer.etag) return response.writeHead(304).end();
    const headers = { 'content-type': answer.type ?? 'application/xml', ...(answer.etag ? { etag: answer.etag } : {}) };
    if (answer.status === 301) return response.writeHead(301, { location: answer.body }).end();
    response.writeHead(answer.status ?? 200, headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => publisher.once('listening', resolve));
  database = await createAppDatabase();
  terminal = await openTerminal(database.url);
});
afterAll(async () => {
  await terminal.close();
  await database.drop();
  publisher.close();
});

beforeEach(async () => {
  address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/${++tests}`;
  folder = await mkdtemp(join(tmpdir(), 'earmark-import-'));
  asked = [];
  lines = [];
  console.log = (line: string) => lines.push(line);
  answers = {
    '/feed': () => ({ body: feed(), etag: '"1"' }),
    '/1.vtt': () => ({ type: 'text/vtt', body: vtt('Hello from one.') }),
    '/2.vtt': () => ({ type: 'text/vtt', body: vtt('Hello from two.') }),
  };
});
afterEach(async () => {
  console.log = write;
  await rm(folder, { recursive: true, force: true });
});

it('imports a feed with its episodes and transcripts, and changes nothing the second time', async () => {
  expect(await started(database, 'import', `${address}/feed`)).toMatchObject([
    0,
    [{ series: 1, episodes: 2, transcripts: 2, segments: 2, skipped: [], error: null }],
  ]);
  const before = await stored();
  expect(await started(database, 'import', `${address}/feed`)).toMatchObject([
    0,
    [{ series: 0, episodes: 0, transcripts: 0, unchanged: 1 }],
  ]);
  expect(await stored()).toBe(before);
  expect(asked.filter((path) => path === '/1.vtt')).toHaveLength(1);
});

it('lets a feed at another host take a known series over only when told so', async () => {
  const guid = '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>';
  answers['/feed'] = () => ({ body: feed().replace('<channel>', `<channel>${guid}`) });
  answers['/false'] = () => ({ body: feed().replace('<channel>', `<channel>${guid}`).replaceAll('First', 'False') });
  const elsewhere = address.replace('127.0.0.1', 'localhost');
  await earmark('import', `${address}/feed`);
  const before = await stored();

  const [exit, [refused]] = await earmark('import', `${elsewhere}/false`);
  expect([exit, refused?.error]).toEqual([
    1,
    expect.stringMatching(/ is already here, with its feed at 127\.0\.0\.1; this one at localhost says that /),
  ]);
  expect(await stored()).toBe(before);
  // Its own feed may say that it has moved.
  answers['/feed'] = () => ({ status: 301, body: `${elsewhere}/moved` });
  answers['/moved'] = answers['/false'];
  expect(await earmark('import', `${address}/feed`)).toMatchObject([0, [{ series: 0, error: null }]]);
  expect(await earmark('import', '--move', `${address}/false`)).toMatchObject([0, [{ series: 0, error: null }]]);
});

it('records what a feed changed', async () => {
  await earmark('import', `${address}/feed`);
  answers['/feed'] = () => ({ body: feed().replace('Second', 'Second, corrected'), etag: '"2"' });
  expect(await earmark('import', `${address}/feed`)).toMatchObject([
    0,
    [{ series: 0, episodes: 0, episodesChanged: 1, unchanged: 3 }],
  ]);
});

it('imports the rest when a transcript cannot be fetched, and retries it the next time', async () => {
  answers['/2.vtt'] = () => ({ status: 503, body: 'later' });
  expect(await earmark('import', `${address}/feed`)).toMatchObject([
    2,
    [{ transcripts: 1, failed: 1, warnings: [expect.stringContaining('temporarily unavailable')] }],
  ]);
  answers['/2.vtt'] = () => ({ type: 'text/vtt', body: vtt('Hello from two.') });
  expect(await earmark('import', `${address}/feed`)).toMatchObject([0, [{ transcripts: 1, warnings: [] }]]);
});

it.each([
  ['in the language of the feed, whatever its format', '<language>en-US</language>', ['/1.srt', '/2.srt']],
  ['in the best format when the feed names no language', '', ['/es.vtt', '/es.vtt']],
])('takes the transcript %s', async (_, language, taken) => {
  const srt = '1\n00:00:00,000 --> 00:00:02,000\nHello.\n';
  answers['/1.srt'] = answers['/2.srt'] = () => ({ type: 'application/x-subrip', body: srt });
  answers['/es.vtt'] = () => ({ type: 'text/vtt', body: vtt('Hola.') });
  const offered = (number: string) => `<podcast:transcript url="${address}/es.vtt" type="text/vtt" language="es"/>
    <podcast:transcript url="${address}/${number}.srt" type="application/x-subrip"${number === '1' ? ' language="en-gb"' : ''}/>`;
  answers['/feed'] = () => ({
    body: feed()
      .replace('<description>', `${language}<description>`)
      .replace(/<podcast:transcript .*?(\d)\.vtt.*?>/g, (_whole, number: string) => offered(number)),
  });
  expect(await earmark('import', `${address}/feed`)).toMatchObject([0, [{ transcripts: 2 }]]);
  expect(asked.filter((path) => path !== '/feed').sort()).toEqual(taken);
});

it('imports the feeds of an OPML file, and continues after one that cannot be read', async () => {
  const file = join(folder, 'feeds.opml');
  await writeFile(
    file,
    `<opml version="2.0"><body><outline text="a" xmlUrl="${address}/missing"/><outline text="b" xmlUrl="${address}/feed"/><outline text="c" xmlUrl="feeds/c.xml"/></body></opml>`,
  );
  expect(await earmark('import', file)).toMatchObject([
    2,
    [
      { error: expect.stringContaining('404') },
      { episodes: 2 },
      { source: 'feeds/c.xml', error: expect.stringContaining('not an address') },
    ],
  ]);
});

it('imports a folder as a series and each file as an episode, and skips other files', async () => {
  await mkdir(join(folder, 'Kitchen Talk/early'), { recursive: true });
  await writeFile(join(folder, 'Kitchen Talk/early/2026-03-04-first-soup.vtt'), vtt('<v Ana>Soup.', '<v Bo>Salt.'));
  await writeFile(join(folder, 'Kitchen Talk/bread.srt'), '1\n00:00:00,000 --> 00:00:02,000\nBread.\n');
  await writeFile(join(folder, 'Kitchen Talk/cover.jpg'), Buffer.from('ffd8ffe000104a464946', 'hex'));
  await writeFile(join(folder, 'Kitchen Talk/README.md'), '# Kitchen Talk');
  const result = await earmark('import', join(folder, 'Kitchen Talk'));
  expect(result).toMatchObject([
    2,
    [
      {
        series: 1,
        episodes: 2,
        transcripts: 2,
        segments: 3,
        failed: 1,
        skipped: [
          { what: 'cover.jpg', reason: expect.any(String) },
          { what: 'README.md', reason: expect.any(String) },
        ],
      },
    ],
  ]);
  expect(await titles('Kitchen Talk')).toEqual([
    ['Bread', null],
    ['2026 03 04 first soup', '2026-03-04T00:00:00.000Z'],
  ]);
});

it('leaves out the files that are named after their folder, says so, and no others', async () => {
  for (const name of ['README', 'readme.md', 'LICENSE.txt', 'package-lock.json', '.hidden.vtt', 'one.vtt'])
    await writeFile(join(folder, name), vtt('Hello.'));
  for (const name of ['contributing-to-bitcoin-core.md', 'license-wars.srt', 'readme-driven-development.vtt'])
    await writeFile(join(folder, name), vtt('Hello.'));
  expect(await earmark('import', folder, '--series', 'Named')).toMatchObject([
    0,
    [
      {
        episodes: 4,
        failed: 0,
        skipped: ['.hidden.vtt', 'LICENSE.txt', 'README', 'package-lock.json', 'readme.md'].map((what) => ({
          what,
          reason: expect.stringContaining('name'),
        })),
      },
    ],
  ]);
});

it('keeps the patterns of several files apart', async () => {
  await writeFile(join(folder, 'places.jsonl'), '{"name":"Lagos","type":"place"}\n');
  await writeFile(join(folder, 'people.jsonl'), '{"name":"Ada","type":"person"}\n');
  const [exit, reports] = await earmark('import', join(folder, 'places.jsonl'), join(folder, 'people.jsonl'));
  expect([exit, reports]).toMatchObject([0, [{ patterns: 1 }, { patterns: 1 }]]);
  expect(await patterns()).toEqual(['Ada', 'Lagos']);
});

it('tells a table of what was said from a table of names', async () => {
  await writeFile(join(folder, 'said.csv'), 'start,end,speaker,text\n0.5,2,Ann,Hello there.\n2,4,Ben,Good morning.\n');
  await writeFile(join(folder, 'names.csv'), 'name,type\nHello there,book\n');
  const [, reports] = await earmark('import', join(folder, 'said.csv'), join(folder, 'names.csv'));
  expect(reports).toMatchObject([
    { transcripts: 1, segments: 2, patterns: 0, error: null },
    { transcripts: 0, patterns: 1, error: null },
  ]);
});

it('names the patterns that are everyday words, or holds them back until somebody decides', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Ana: Part ${at}, and so on.`);
  await writeFile(join(folder, 'one.txt'), `${lines.join('\n')}\n`);
  await earmark('import', join(folder, 'one.txt'), '--series', 'By Ear');
  await writeFile(join(folder, 'names.jsonl'), '{"name":"And","type":"book"}\n{"name":"Tema","type":"place"}\n');
  const file = join(folder, 'names.jsonl');
  const [, [held]] = await earmark('import', file, '--hold-noisy');
  expect(held).toMatchObject({ patterns: 1, noisy: [], held: [{ name: 'And', mentions: 12 }] });
  expect(await query(database, `select pattern_row ->> 'name' as name from app.held_pattern`)).toEqual([
    { name: 'And' },
  ]);
  const [, [added]] = await earmark('import', file);
  expect(added).toMatchObject({ patterns: 1, noisy: ['And'], held: [] });
  expect(await query(database, 'select * from app.held_pattern')).toEqual([]);
});

it('leaves a transcript alone that people have corrected', async () => {
  const file = join(folder, 'one.vtt');
  await writeFile(file, vtt('Helo.', 'Bye.'));
  await earmark('import', file, '--series', 'By Hand');
  const [{ uuid, segment } = { uuid: null, segment: null }] = await query<{ uuid: EpisodeUuid; segment: SegmentId }>(
    database,
    `select episode_uuid as uuid, segment_id as segment from read.mentions_segment where text = 'Helo.'`,
  );
  const corrected = { segmentId: segment!, text: 'Hello.', startMs: undefined, endMs: undefined, speaker: undefined };
  await terminal.services.commands.send(
    new SaveTranscript({ episodeUuid: uuid!, segments: [corrected], baseRevision: null }, systemContext('spec')),
  );
  const before = await stored();
  expect(await earmark('import', file, '--series', 'By Hand')).toMatchObject([0, [{ unchanged: 1, skipped: [] }]]);
  await writeFile(file, vtt('Hallo.', 'Bye.'));
  expect(await earmark('import', file, '--series', 'By Hand')).toMatchObject([
    2,
    [
      {
        transcripts: 0,
        skipped: [{ what: 'one.vtt', reason: expect.stringContaining('This transcript has 2 corrections by people') }],
      },
    ],
  ]);
  expect(await stored()).toBe(before);
});

it('takes the name of the series from --series', async () => {
  await writeFile(join(folder, 'one.txt'), 'Ana: Hello there.\nBo: Hello.\nAna: Bye.\n');
  await earmark('import', join(folder, 'one.txt'), '--series', 'By Ear');
  await earmark('import', join(folder, 'one.txt'), '--series', 'by ear');
  expect(await titles('by ear')).toEqual([['One', null]]);
});

it.each(['', '   '])('records nothing for a series without a name: "%s"', async (name) => {
  await writeFile(join(folder, 'one.txt'), 'Ana: Hello there.\nBo: Hello.\nAna: Bye.\n');
  const error = 'The series needs a name with at least one visible character. Give it one with --series.';
  expect(await earmark('import', join(folder, 'one.txt'), '--series', name)).toMatchObject([1, [{ error }]]);
  expect(await query(database, `select 1 from log.event where data -> 'facts' ->> 'name' = $1`, [name])).toEqual([]);
});

it('resumes where it was interrupted', async () => {
  await mkdir(join(folder, 'Long'));
  for (let number = 0; number < 30; number++)
    await writeFile(join(folder, `Long/${number}.vtt`), vtt(`Part ${number}.`));
  await earmark('import', join(folder, 'Long/7.vtt'), '--series', 'Long');
  const [exit, [report]] = await earmark('import', join(folder, 'Long'));
  expect([exit, report]).toMatchObject([0, { series: 0, episodes: 29, transcripts: 29, unchanged: 1 }]);
});

it('is done in part only when tables have stopped and lack it', async () => {
  await onOwnDatabase(async (own) => {
    await started(own, 'import', `${address}/feed`);
    await query(own, 'delete from read.catalogue_series');
    answers['/feed'] = () => ({ body: feed().replace('Loopback Radio', 'Loopback Live'), etag: '"2"' });
    const [exit, [report]] = await started(own, 'import', `${address}/feed`);
    expect([exit, report]).toMatchObject([2, { error: null }]);
    expect(await started(own, 'user', 'list')).toMatchObject([0, []]);
    expect((await started(own, 'verify'))[0]).toBe(2);
  });
});

it('says of each source why it cannot be imported, and ends with 1 when none can', async () => {
  answers['/page'] = () => ({ type: 'text/html', body: '<!doctype html><html><body>Hi</body></html>' });
  answers['/loop'] = () => ({ status: 302, body: '', type: 'text/plain' });
  const sources = [join(folder, 'nowhere'), folder, `${address}/page`, `${address}/loop`, 'ftp://example.org/feed'];
  const errors = [
    'There is no file or folder',
    'The folder contains no files.',
    'web page',
    'redirect',
    'Only addresses that begin with http:// or https:// can be imported, not ftp://example.org/feed.',
  ];
  expect(await earmark('import', ...sources)).toEqual([
    1,
    errors.map((error) => expect.objectContaining({ error: expect.stringContaining(error) })),
  ]);
});

it('verifies and rebuilds', async () => {
  await onOwnDatabase(async (own) => {
    await started(own, 'import', `${address}/feed`);
    const [exit, comparisons] = await started(own, 'verify');
    expect([exit, comparisons.every((one) => one['differences'] === 0)]).toEqual([0, true]);
    const [rebuilt, outcomes] = await started(own, 'rebuild', 'all');
    expect([rebuilt, outcomes.map((one) => one['outcome'])]).toEqual([0, projectors.map(() => 'done')]);
  });
});

it('names the commands when the words are off', async () => {
  await expect(started(database, 'import')).rejects.toThrow('import needs');
  await expect(started(database, 'fly')).rejects.toThrow('There is no command "fly"');
  await expect(started(database, 'rebuild', 'nothing')).rejects.toThrow('rebuild takes one of');
});

type Line = Record<string, unknown>;

/** Exit code and JSON lines. */
const earmark = (...words: string[]): Promise<[number, Line[]]> => printedBy(() => terminal.run(...words, '--json'));

/** The same, with everything that a command starts. */
const started = ({ url }: TestDatabase, ...words: string[]): Promise<[number, Line[]]> =>
  printedBy(() =>
    runCommand([...words, '--json'], readConfig({ FETCH_ALLOW_PRIVATE: 'true' }), () => Promise.resolve(url)),
  );

async function printedBy(run: () => Promise<number>): Promise<[number, Line[]]> {
  lines = [];
  const exit = await run();

  return [exit, lines.map((line) => JSON.parse(line) as Line)];
}

async function onOwnDatabase(work: (own: TestDatabase) => Promise<void>): Promise<void> {
  const own = await createAppDatabase();
  try {
    await work(own);
  } finally {
    await own.drop();
  }
}

/** The last position of the log. */
async function stored(): Promise<string> {
  return String((await query<{ head: string }>(database, 'select max(position) as head from log.event'))[0]?.head);
}

async function titles(series: string): Promise<[string, string | null][]> {
  const rows = await query<{ title: string; at: Date | null }>(
    database,
    `select e.title, e.published_at as at from read.catalogue_episode e join read.catalogue_series s using (series_uuid)
     where s.name = $1 order by e.published_at nulls first`,
    [series],
  );

  return rows.map(({ title, at }): [string, string | null] => [title, at?.toISOString() ?? null]);
}

const patterns = async (): Promise<string[]> =>
  (await query<{ name: string }>(database, 'select name from read.vocabulary_pattern order by name')).map(
    ({ name }) => name,
  );

const vtt = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}`).join('\n\n')}\n`;

const feed =
  () => `<?xml version="1.0"?><rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>Loopback Radio</title><description>d</description>
${[2, 1]
  .map(
    (number) => `<item><title>${number === 2 ? 'Second' : 'First'}</title><guid>${number}</guid>
<enclosure url="${address}/${number}.mp3" type="audio/mpeg" length="1"/>
<podcast:transcript url="${address}/${number}.vtt" type="text/vtt"/></item>`,
  )
  .join('')}</channel></rss>`;

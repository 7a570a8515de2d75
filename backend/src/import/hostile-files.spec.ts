import { afterAll, expect, it } from '@jest/globals';
import { readFeedFile, readFeedList } from '../feeds/feed-reading.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { readPatternFile } from '../vocabulary/read-pattern-file.ts';

const parsing = new Parsing(() => {});
afterAll(async () => parsing.onModuleDestroy());

const bytes = (text: string) => Buffer.from(text);
const transcript = (text: string, by = parsing) => readTranscript(by, { bytes: bytes(text), durationMs: null });
const csv = (text: string) => readPatternFile(parsing, { bytes: bytes(text), format: 'csv' });
const feed = (text: string) => readFeedFile(parsing, bytes(text));

/** The largest that may be sent, which held all answers for the seconds in brackets. */
const HOSTILE: readonly (readonly [what: string, read: () => Promise<unknown>, sentence: string])[] = [
  [
    'a row of three million cells (187 s)',
    () => csv('x,'.repeat(3_000_000)),
    'The file is not valid CSV: Max Record Size',
  ],
  ['a row of many columns', () => csv('x,'.repeat(40_000)), 'The file has a row of more than 100 columns.'],
  [
    'millions of rows (30 s)',
    () => csv(`name,type\n${'\n'.repeat(3_000_000)}`),
    'The file has more than 120,000 lines.',
  ],
  [
    'a cell that is never closed',
    () => csv(`name,type\n"${'x'.repeat(9_000_000)}`),
    'The file is not valid CSV: Max Record Size',
  ],
  [
    'millions of paragraphs (29 s)',
    () => transcript('a\n\n'.repeat(3_300_000)),
    'The file has more than 500,000 lines.',
  ],
  [
    'millions of cues',
    () => transcript(`WEBVTT\n\n${'0:0-->0:0\na\n'.repeat(800_000)}`),
    'The file has more than 500,000 lines.',
  ],
  [
    'too many turns',
    () => transcript(Array.from({ length: 60_000 }, (_, at) => `${at % 2 ? 'Ann' : 'Bob'}: hello ${at}\n`).join('\n')),
    'The transcript has 60,000 segments; at most 50,000 are read.',
  ],
  [
    'the talk of weeks (45 s, and three gigabytes)',
    () =>
      transcript(
        JSON.stringify({
          segments: Array.from({ length: 40_000 }, (_, at) => ({ text: 'and so on '.repeat(20) + at })),
        }),
      ),
    'The transcript has 8,188,890 characters; at most 5,000,000 are read.',
  ],
  ['millions of elements', () => transcript('<p>a'.repeat(600_000)), 'The file has more than 500,000 elements'],
  [
    'millions of attributes',
    () => transcript(`<p ${'a '.repeat(5_000_000)}>`),
    'The file has more than 500,000 elements',
  ],
  ['a feed of brackets (9 s)', () => feed('<'.repeat(15_000_000)), 'This is not XML: too many of its characters'],
  [
    'a feed of unknown names',
    () => feed(`<rss>${'&a1;'.repeat(2_000_000)}`),
    'This is not XML: too many of its characters',
  ],
  [
    'a list of many levels',
    () => readFeedList(parsing, bytes(`<opml>${'<outline>'.repeat(100_000)}`)),
    'The elements nest deeper',
  ],
];

it.each(HOSTILE)('refuses %s, and answers others meanwhile', async (_what, read, sentence) => {
  let turns = 0;
  let isRead = false;
  const reading = read().finally(() => (isRead = true));
  const count = () => {
    turns++;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await expect(reading).rejects.toThrow(sentence);
  expect(turns).toBeGreaterThan(10);
});

it('refuses with the class and code of the same refusal in place', async () => {
  const padding = ' '.repeat(100_000);
  await expect(csv(`no,header${padding}`)).rejects.toMatchObject({ code: 'invalid' });
  await expect(transcript(`hello${padding}`)).rejects.toMatchObject({ code: 'transcript-form-unknown' });
  await expect(transcript(`hello${padding}`)).rejects.toBeInstanceOf(Rejected);
  const empty = feed(`<rss><channel><title>a</title></channel></rss>${padding}`);
  await expect(empty).rejects.toBeInstanceOf(FeedUnreadable);
  await expect(empty).rejects.toMatchObject({ code: 'feed-without-episodes' });
});

it('stops a file that takes too much memory, and reads the next one', async () => {
  const small = new Parsing(() => {}, { heapMb: 40, ms: 20_000 });
  try {
    await expect(transcript('hello to everybody\n\n'.repeat(240_000), small)).rejects.toMatchObject({
      code: 'too-large',
      message: 'The file takes too much time or memory to read. Split it into smaller files.',
    });
    const next = transcript('Ann: hello to everybody\n\nBob: hello to Ann\n\n'.repeat(2000), small);
    expect((await next).speakers).toEqual(['Ann', 'Bob']);
  } finally {
    await small.onModuleDestroy();
  }
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { FeedUnreadable } from './feed-unreadable.ts';
import { createFetcher, type Fetcher } from './fetcher.ts';
import { kindOf } from './kind-of.ts';
import { serve, type Loopback } from './loopback.fixture.ts';
import { readOpml } from './opml.ts';
import { readFeed, type Feed } from './read-feed.ts';

// The folder is not part of this repository; without it there is nothing to compare with.
const DATA = `${__dirname}/../../../../shared/data/`;
const describeShared = existsSync(DATA) ? describe : describe.skip;

/** Where the number of episodes is not the number of <enclosure> elements that the list counts. */
const OTHER_COUNT: Readonly<Record<string, { episodes: number; because: string }>> = {
  'partytime/podverse-test-feed.xml': {
    episodes: 5,
    because: 'four more are those of podcast:liveItem, which is no episode yet',
  },
  'podcast-namespace/example.xml': { episodes: 3, because: 'one more is that of podcast:liveItem' },
  'podcastparser/image_and_audio.rss': { episodes: 1, because: 'the item has a picture and a sound' },
  'podcastparser/no_title_multi_enclosure.rss': { episodes: 1, because: 'the item has two' },
  'antennapod/feed-atom-testAtomBasic.xml': { episodes: 10, because: 'Atom has links with rel="enclosure" instead' },
  'feedsmith/atom-03.xml': { episodes: 1, because: 'Atom has links with rel="enclosure" instead' },
};
/**
 * Where the first <title> is not that of the channel, which has none: the name is the host of its link, else of its
 * address.
 */
const TITLE_OF_ITEM =
  /^podcastparser\/(leading_space_url|no_enclosure|no_guid|no_title|no_title_multi_enclosure|relative)\.rss$/;

const ANY_NAME = expect.any(String);
const WITHOUT_EPISODES = expect.stringMatching(/^The feed has no episodes|^This is XML, but not a feed/);

const Manifest = z.array(
  z.object({
    file: z.string(),
    checked: z.object({
      well_formed: z.boolean().optional(),
      enclosures: z.number().default(0),
      title: z.string().optional(),
      language: z.string().optional(),
      podcast_tags: z.record(z.string(), z.number()).default({}),
    }),
  }),
);
const listed = existsSync(DATA)
  ? Manifest.parse(
      z
        .array(z.looseObject({ category: z.string() }))
        .parse(JSON.parse(readFileSync(`${DATA}MANIFEST.json`, 'utf8')))
        .filter(({ category }) => category === 'feeds'),
    ).map(({ file, checked }) => ({ file: file.replace('shared/feeds/', ''), ...checked }))
  : [];
const isList = (file: string): boolean => kindOf(readFileSync(`${DATA}feeds/${file}`)) === 'opml';
const wellFormed = listed.filter((file) => file.well_formed === true && !isList(file.file));
const illFormed = listed.filter((file) => file.well_formed !== true && !isList(file.file));
const lists = listed.filter(({ file }) => isList(file));

describeShared('the feeds of ../shared/data', () => {
  let server: Loopback;
  let fetcher: Fetcher;
  const rows: Row[] = [];

  beforeAll(async () => {
    fetcher = createFetcher({ allowPrivate: true, userAgent: 'Earmark/0' });
    server = await serve((request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(readFileSync(`${DATA}feeds${decodeURI(request.url ?? '')}`));
    });
  });
  afterAll(async () => {
    await fetcher.close();
    await server.close();
    report(rows);
  });

  const outcomeOf = async (file: string): Promise<Feed | FeedUnreadable> => {
    const answer = await fetcher.get(`${server.url}/${encodeURI(file)}`, { maxBytes: 20_000_000 });
    try {
      const feed = readFeed(answer.body, { url: answer.url, contentType: answer.headers['content-type'] ?? null });
      rows.push({
        file,
        outcome: 'read',
        episodes: feed.episodes.length,
        skipped: feed.skippedWithoutEnclosure,
        duplicates: feed.duplicates,
        said: feed.warnings.join(' '),
      });
      return feed;
    } catch (error) {
      if (!(error instanceof FeedUnreadable)) throw error;
      rows.push({ file, outcome: 'refused', episodes: 0, skipped: 0, duplicates: 0, said: error.message });
      return error;
    }
  };

  it.each(wellFormed)(
    'well-formed, are read as they were counted: $file',
    async ({ file, enclosures, title, language, podcast_tags }) => {
      const outcome = await outcomeOf(file);
      const episodes = OTHER_COUNT[file]?.episodes ?? enclosures;
      const transcripts = podcast_tags['transcript'] ?? 0;
      const name = TITLE_OF_ITEM.test(file) ? ANY_NAME : title?.replace(/\s+/g, ' ').trim();
      const primary = language?.slice(0, 2).toLowerCase();

      expect(outcome instanceof FeedUnreadable ? outcome.message : counted(outcome, primary !== undefined)).toEqual(
        episodes === 0 ? WITHOUT_EPISODES : { episodes, transcripts, name, language: primary },
      );
    },
  );

  it.each(illFormed)(
    'ill-formed or none at all, are read in part or refused with a sentence: $file',
    async ({ file }) => {
      const outcome = await outcomeOf(file);
      expect(outcome instanceof FeedUnreadable ? outcome.message : `${outcome.episodes.length} episodes.`).toMatch(
        /^[A-Z1-9].*\.$/s,
      );
    },
  );

  it.each(lists)('lists of feeds are read or say that they name none: $file', ({ file }) => {
    const bytes = readFileSync(`${DATA}feeds/${file}`);
    const addresses = new Set(bytes.toString('utf8').match(/xmlUrl="https?:[^"]+"/gi));
    const said = feedsOf(bytes);
    rows.push({ file, outcome: 'list', episodes: 0, skipped: 0, duplicates: 0, said });
    expect(said).toBe(
      addresses.size === 0 ? 'The list contains no readable feed.' : `It names ${addresses.size} feeds.`,
    );
  });
});

const counted = ({ series, episodes, duplicates }: Feed, hasLanguage: boolean) => ({
  episodes: episodes.length + duplicates,
  transcripts: episodes.flatMap(({ facts }) => facts.transcripts).length,
  name: series.facts.name,
  language: hasLanguage ? series.facts.language : undefined,
});

function feedsOf(bytes: Uint8Array): string {
  try {
    return `It names ${readOpml(bytes).feeds.length} feeds.`;
  } catch (error) {
    if (error instanceof FeedUnreadable) return error.message;
    throw error;
  }
}

interface Row {
  file: string;
  outcome: 'read' | 'refused' | 'list';
  episodes: number;
  skipped: number;
  duplicates: number;
  said: string;
}

/** With FEEDS_TABLE=<file> the outcome of every file is written there, with FEEDS_TABLE=- to standard output. */
function report(rows: readonly Row[]): void {
  const target = process.env['FEEDS_TABLE'];
  if (target === undefined || target === '') return;
  const count = (outcome: Row['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  const lines = rows
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .map(
      ({ file, outcome, episodes, skipped, duplicates, said }) =>
        `| ${[file, outcome, episodes, skipped, duplicates, said.replace(/[<|&]/g, '\\$&')].join(' | ')} |`,
    );
  const table = [
    '# Test feeds and what becomes of them',
    '',
    `Written by \`FEEDS_TABLE=docs/feeds.md npx jest ${basename(__filename, '.spec.ts')} --selectProjects backend\`.`,
    `${rows.length} files: ${count('read')} read, ${count('refused')} refused with a sentence, ${count('list')} lists of feeds (OPML); none hangs or crashes.`,
    'Well-formed feeds have as many episodes as the list of the test data counts enclosures, except:',
    '',
    ...Object.entries(OTHER_COUNT).map(([file, { episodes, because }]) => `- ${file}: ${episodes}, as ${because}`),
    '',
    '| file | outcome | episodes | without enclosure | duplicates | warnings or refusal |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
  if (target === '-') process.stdout.write(table);
  else writeFileSync(target, table);
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EpisodePage, PodcastPage } from '@earmark/contracts/episodes';
import { openLog } from '@earmark/projections/event-log';
import { launchBrowser } from '../e2e/kit/browser.ts';
import { openCorpus } from '../suites/corpus.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { measureFirstLoads } from './first-load.ts';
import { placeLongTranscript, type LongTranscript } from './long-transcript.ts';
import { asJsonLines } from '../suites/names.ts';
import { measurePages, pageResults } from './page-rounds.ts';
import { withProduct } from './product-process.ts';
import { readAhead } from './scale-calls.ts';
import { answerTimes } from './search-times.ts';
import { shown, spread } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { queryOnce } from '../suites/workspace.ts';
import { recordSeries } from '../suites/synthetic-series.ts';

const SITE = fileURLToPath(new URL('../../../frontend/dist/index.html', import.meta.url));
const NAMES = 10_000;
const SERIES = 100_000;
const SERIES_QUICK = 5_000;
/** Words in nearly every segment, punctuation, a name, and rare words. */
const EPISODE_SEARCHES = ['of the', 'it is a', '...', 'the', 'open source', 'kubernetes', 'zzqxv'];
const EPISODE_GOAL_MS = 200;
const PODCAST_GOAL_MS = 50;

/** The built site in a browser and the calls it makes, on an imported library and then with very many podcasts. */
export async function readingSuite(bench: Bench): Promise<SuiteOutcome> {
  if (!existsSync(SITE)) throw new Error(`The site is not built (${SITE} is missing); run npm run build first.`);
  const { workspace, say, quick } = bench;
  const corpus = await openCorpus(bench);
  const names = spread(corpus.names, NAMES);
  const long = await placeLongTranscript(workspace.path('Long'), names);
  await workspace.gather('Library', corpus.files, corpus.folder);
  const nameFile = workspace.path('names.jsonl');
  await writeFile(nameFile, asJsonLines([...names, long.name]));
  say('importing');
  const sources = [nameFile, workspace.path('Library'), workspace.path('Long')];
  const { exitCode, complaint } = await runEarmark(workspace, 'data', ['import', ...sources, '--json']);
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);

  const lease = await workspace.leasePostgres('data');
  // Autovacuum would do it within the next minutes, on the processors that are measured.
  await queryOnce(lease.url, 'vacuum analyze');
  const library = await withProduct(workspace, lease.url, async (url) => {
    await readAhead(url);

    return measureLibrary(bench, url, long);
  });
  const series = quick ? SERIES_QUICK : SERIES;
  say(`recording ${shown(series)} podcasts`);
  const log = await openLog({ eventstoreUrl: null, databaseUrl: lease.url });
  const words = await recordSeries(log, series);
  await log.close();
  say('searching podcasts');
  const searches = await withProduct(workspace, lease.url, (url) => searchPodcasts(bench, url, words, series));

  return {
    notes: [
      `${corpus.label}, ${shown(corpus.files.length)} episodes; then ${shown(series)} **synthetic** podcasts besides.`,
      ...library.notes,
    ],
    results: [...library.results, ...searches],
  };
}

async function measureLibrary(bench: Bench, url: string, long: LongTranscript): Promise<SuiteOutcome> {
  const read = async (path: string): Promise<unknown> => (await fetch(`${url}/api/podcasts/${path}`)).json();
  const { podcast, episodes } = PodcastPage.parse(await read('Long'));
  const episode = EpisodePage.parse(await read(`${podcast.slug}/${episodes[0]!.slug}`));
  const mention = episode.entityMentions.find(({ entity }) => entity.name === long.name.name);
  if (!mention) throw new Error(`${long.name.name} has no mention in ${episode.episode.title}`);
  const path = `/podcasts/${podcast.slug}/${episode.episode.slug}`;
  const browser = await launchBrowser({ isWhole: true });
  try {
    const pages = await measurePages(bench, browser, { url, podcast: `/podcasts/${podcast.slug}`, path, mention });
    const segments = episode.transcript.length;
    const first = await measureFirstLoads(bench, browser, url, { path, segments });
    bench.say('asking');
    const calls = await answerTimes(bench, url, [
      { what: `episode call, ${shown(episode.transcript.length)} segments`, path: `/api${path}`, goalMs: null },
      ...EPISODE_SEARCHES.map((text) => ({
        what: `episode search “${text}”`,
        path: `/api/podcasts/Library/search?q=${encodeURIComponent(text)}`,
        goalMs: EPISODE_GOAL_MS,
      })),
    ]);

    return {
      notes: [
        `${long.label}: ${shown(episode.transcript.length)} segments, ${shown(mention.count)} mentions of “${mention.entity.name}”; headless Chromium ${browser.version()}, 1440 × 900.`,
        'Plain: the same call and the same rows, all in the document at once, mentions as `<mark>`. A time ends when the frame has been painted.',
        `First loads: an empty cache, a round trip of 150 ms, the processor four times slower, as Chromium imitates them. The first lines of a transcript come with the page, before any script.`,
        `The product sends its scripts ${pages.isCompressed ? 'compressed' : 'uncompressed'}; packed sizes are computed here.`,
      ],
      results: [...pageResults(pages), ...first, ...calls],
    };
  } finally {
    await browser.close();
  }
}

/** `words`: of the podcasts' names and descriptions, most frequent first. */
function searchPodcasts(bench: Bench, url: string, words: readonly string[], series: number): Promise<Result[]> {
  const [commonest, rare] = [words[0]!, words[20_000]!];
  const searches = [
    ['the commonest word', commonest],
    ['a common word', words[20]!],
    ['a rare word', rare],
    ['two common words', `${words[5]} ${words[20]}`],
    ['a misspelt word', `${rare.slice(0, 3)}x${rare.slice(4)}`],
    ['the commonest word, most recent first', `${commonest}&sort=recent`],
  ] as const;

  return answerTimes(
    bench,
    url,
    searches.map(([what, query]) => ({
      what: `podcast search in ${shown(series)}: ${what}`,
      path: `/api/podcasts/search?q=${query}`,
      goalMs: PODCAST_GOAL_MS,
    })),
  );
}

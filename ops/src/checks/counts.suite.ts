import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openCorpora, readSegments, type Corpus, type SharedCorpus } from '../suites/corpus.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { checkCounts, countResult } from './imported-counts.ts';
import { checkNames, type NameCheck } from './imported-names.ts';
import { adversarial, compareWithIndex } from './matcher-differences.ts';
import { asJsonLines, EDGE_NAMES, nameFiles, readEdgeNames, SHARED_ENTITIES, type Name } from '../suites/names.ts';
import { checkReference, type ReferenceCheck } from './reference-counts.ts';
import { shown, spread, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

const CORPORA: readonly SharedCorpus[] = ['changelog', 'talkpython', 'lennys-podcast', 'transcripts'];
/** Files with independent reference counts, by corpus. */
const REFERENCES: Readonly<Record<string, string>> = {
  changelog: 'mention-counts.changelog.json',
  'lennys-podcast': 'mention-counts.lennys-podcast.json',
  transcripts: 'mention-counts.small-set.json',
};
const QUICK_NAMES = 5_000;
const SAMPLE_FILES = 5;
const SAMPLE_NAMES = 1_000;
const SAMPLE_BYTES = 2_000_000;

const ImportLine = z.object({
  source: z.string(),
  skipped: z.array(z.object({ what: z.string(), reason: z.string() })),
  error: z.string().nullable(),
});

/** All names in all corpora: the product's counts against plain counts and against independent reference counts. */
export async function countsSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpora = await openCorpora(bench, CORPORA);
  const { names } = corpora[0]!;
  const files = await filesOfNames(bench, names);
  const folders: string[] = [];
  for (const corpus of corpora)
    folders.push(await workspace.gather(join('library', corpus.name), corpus.files, corpus.folder));

  say('importing');
  const { exitCode, complaint, lines, seconds } = await runEarmark(workspace, 'data', [
    'import',
    ...files,
    ...folders,
    '--json',
  ]);
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);
  const imported = lines.map((line) => ImportLine.parse(JSON.parse(line)));
  const refused = imported.find(({ error }) => error !== null);
  if (refused) throw new Error(`not imported: ${refused.error}`);
  const lease = await workspace.leasePostgres('data');
  say('checking the imported names');
  const named = await checkNames(lease.url, files, imported);
  say('running the plain count');
  const counted = await timed(() => checkCounts(lease.url));
  await lease.release();
  say('comparing the plain counts');
  const picked = await comparePlainCounts(corpora, names);
  const references: { file: string; check: ReferenceCheck }[] = [];
  for (const corpus of corpora) {
    const file = REFERENCES[corpus.name];
    // The reference covers all files; in a small sample only the smallest corpus is complete.
    if (file === undefined || (bench.quick && corpus.name !== 'transcripts')) continue;
    say(`comparing with ${file}`);
    references.push({ file, check: await checkReference(corpus, file) });
  }

  return {
    isOneRun: true,
    notes: [
      `${corpora.map(({ label }) => label).join('; ')}.`,
      `Imported in ${shown(seconds)} s; the plain count took ${shown(counted.ms / 1000)} s: ${shown(counted.value.patterns)} patterns in ${shown(counted.value.episodes)} episodes, ${shown(counted.value.segments)} segments; peak memory of this process: ${shown(process.resourceUsage().maxRSS / 1024)} MB.`,
      notSkippedSilently(named),
      ...references.map(({ file, check }) => differencesFrom(file, check)),
    ],
    results: [
      {
        goal: 'counts',
        what: 'names and aliases of the lists',
        ours: `${shown(named.patterns)} patterns, ${shown(named.repeated)} repeated`,
        against: `${shown(named.rows)} in the files`,
        score: named.lost,
        unit: 'lost',
        bound: { atMost: 0 },
        reason: named.example,
      },
      countResult(counted.value),
      ...picked,
      ...references.flatMap(({ file, check }) => referenceResults(file, check)),
    ],
  };
}

/** The original files, so that the product parses them itself; with --quick, some of the names. */
async function filesOfNames({ names: given, quick, workspace }: Bench, names: readonly Name[]): Promise<string[]> {
  const edges = (await readEdgeNames()).length > 0 ? [EDGE_NAMES] : [];
  if (edges.length > 0 && !quick && given === null) return [...nameFiles(SHARED_ENTITIES), ...edges];
  if (given !== null && !quick) return nameFiles(given);
  const file = workspace.path('names.jsonl');
  await writeFile(file, asJsonLines(quick ? spread(names, QUICK_NAMES) : names));

  return [file, ...edges];
}

/** Checks on a sample that the word index misses no text that one RegExp per pattern finds. */
async function comparePlainCounts(corpora: readonly Corpus[], names: readonly Name[]): Promise<Result[]> {
  const texts = await readSegments(corpora.flatMap(({ files }) => spread(files, SAMPLE_FILES)));
  let bytes = 0;
  const sample = texts.filter((text) => (bytes += Buffer.byteLength(text)) < SAMPLE_BYTES);
  const patterns = [...spread(names, SAMPLE_NAMES), ...(await readEdgeNames())].map(({ name }) => ({
    name,
    caseSensitive: false,
    wholeWord: true,
  }));
  const nasty = adversarial(3_000, 300);
  const sets = [
    [`${shown(patterns.length)} names, including the hard ones`, compareWithIndex(sample, patterns)],
    ['adversarial patterns in adversarial texts', compareWithIndex(nasty.texts, nasty.patterns)],
  ] as const;

  return sets.map(([what, { rows, differences, example }]) => ({
    goal: 'counts',
    what: `the plain count itself: ${what}`,
    ours: `${shown(rows)} (name, segment) pairs through the word index`,
    against: 'one RegExp per name on all texts',
    score: differences,
    unit: 'differences',
    bound: { atMost: 0 },
    reason: example,
  }));
}

function notSkippedSilently({ rows, patterns, repeated, skipped }: NameCheck): string {
  const reasons = Array.from(skipped, ([reason, count]) => `${shown(count)} ${reason}`);

  return `Of ${shown(rows)} names and aliases ${shown(patterns)} are patterns, ${shown(repeated)} are repeated in another spelling or file${reasons.length > 0 ? `; skipped and reported by the import: ${reasons.join(', ')}` : ''}.`;
}

function differencesFrom(file: string, { names, equal, causes }: ReferenceCheck): string {
  const parts = Array.from(causes, ([cause, { names: of, more, fewer }]) => {
    const counts = [more > 0 ? `${shown(more)} more` : '', fewer > 0 ? `${shown(fewer)} fewer` : ''];
    return `${cause}: ${shown(of.size)} names, ${counts.filter((count) => count !== '').join(' and ')}`;
  });

  return `${file}: ${shown(equal)} of ${shown(names)} names are found in the same places${parts.length > 0 ? `; where our rule differs from the file's, ${parts.join('; ')}` : ''}.`;
}

function referenceResults(
  file: string,
  { names, files, unlike, equal, unexplained, example }: ReferenceCheck,
): Result[] {
  return [
    {
      goal: 'counts',
      what: `the rule that ${file} describes, implemented plainly`,
      ours: `mentions and files of ${shown(names)} names in ${shown(files)} raw files`,
      against: 'the counts in the file',
      score: unlike,
      unit: 'differences',
      bound: { atMost: 0 },
      reason: 'the rule was misunderstood.',
    },
    {
      goal: 'counts',
      what: 'our rule, case-sensitive, on the same raw files',
      ours: `${shown(equal)} of ${shown(names)} names in the same places`,
      against: file,
      score: unexplained,
      unit: 'unexplained',
      bound: { atMost: 0 },
      reason: example,
    },
  ];
}

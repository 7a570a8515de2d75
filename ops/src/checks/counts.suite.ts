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
/** Files with the counts of somebody else, by corpus. */
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

/** All names in all corpora: what the product shows against plain counts, and against what somebody else has counted. */
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
  say('looking for the names');
  const named = await checkNames(lease.url, files, imported);
  say('counting plainly');
  const counted = await timed(() => checkCounts(lease.url));
  await lease.release();
  say('comparing the plain counts');
  const picked = await comparePlainCounts(corpora, names);
  const references: { file: string; check: ReferenceCheck }[] = [];
  for (const corpus of corpora) {
    const file = REFERENCES[corpus.name];
    // It read all files; in a small sample only the smallest corpus is whole.
    if (file === undefined || (bench.quick && corpus.name !== 'transcripts')) continue;
    say(`comparing with ${file}`);
    references.push({ file, check: await checkReference(corpus, file) });
  }

  return {
    isOneRun: true,
    notes: [
      `${corpora.map(({ label }) => label).join('; ')}.`,
      `Imported in ${shown(seconds)} s, counted plainly in ${shown(counted.ms / 1000)} s: ${shown(counted.value.patterns)} patterns in ${shown(counted.value.episodes)} episodes, ${shown(counted.value.segments)} segments; the memory of this process was ${shown(process.resourceUsage().maxRSS / 1024)} MB at most.`,
      notSkippedSilently(named),
      ...references.map(({ file, check }) => differencesFrom(file, check)),
    ],
    results: [
      {
        goal: 'counts',
        what: 'names and aliases of the lists',
        ours: `${shown(named.patterns)} patterns, ${shown(named.repeated)} said again`,
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

/** The files as they are, so that the product reads them itself; with --quick some of the names. */
async function filesOfNames({ names: given, quick, workspace }: Bench, names: readonly Name[]): Promise<string[]> {
  const edges = (await readEdgeNames()).length > 0 ? [EDGE_NAMES] : [];
  if (edges.length > 0 && !quick && given === null) return [...nameFiles(SHARED_ENTITIES), ...edges];
  if (given !== null && !quick) return nameFiles(given);
  const file = workspace.path('names.jsonl');
  await writeFile(file, asJsonLines(quick ? spread(names, QUICK_NAMES) : names));

  return [file, ...edges];
}

/** On a sample, whether the index of words leaves out a text that a RegExp per pattern finds. */
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
    [`${shown(patterns.length)} names, the hard ones among them`, compareWithIndex(sample, patterns)],
    ['made-up patterns in made-up texts', compareWithIndex(nasty.texts, nasty.patterns)],
  ] as const;

  return sets.map(([what, { rows, differences, example }]) => ({
    goal: 'counts',
    what: `the plain count itself: ${what}`,
    ours: `${shown(rows)} (name, segment) pairs by the index of words`,
    against: 'one RegExp per name on all texts',
    score: differences,
    unit: 'differences',
    bound: { atMost: 0 },
    reason: example,
  }));
}

function notSkippedSilently({ rows, patterns, repeated, skipped }: NameCheck): string {
  const reasons = Array.from(skipped, ([reason, count]) => `${shown(count)} ${reason}`);

  return `Of ${shown(rows)} names and aliases ${shown(patterns)} are patterns, ${shown(repeated)} are the same again in other words or files${reasons.length > 0 ? `; skipped and said so by the import: ${reasons.join(', ')}` : ''}.`;
}

function differencesFrom(file: string, { names, equal, causes }: ReferenceCheck): string {
  const parts = Array.from(causes, ([cause, { names: of, more, fewer }]) => {
    const counts = [more > 0 ? `${shown(more)} more` : '', fewer > 0 ? `${shown(fewer)} fewer` : ''];
    return `${cause}: ${shown(of.size)} names, ${counts.filter((count) => count !== '').join(' and ')}`;
  });

  return `${file}: ${shown(equal)} of ${shown(names)} names are found in the same places${parts.length > 0 ? `; by our rule other than by that of the file, ${parts.join('; ')}` : ''}.`;
}

function referenceResults(
  file: string,
  { names, files, unlike, equal, unexplained, example }: ReferenceCheck,
): Result[] {
  return [
    {
      goal: 'counts',
      what: `the rule that ${file} tells, written plainly`,
      ours: `mentions and files of ${shown(names)} names in ${shown(files)} raw files`,
      against: 'the numbers of the file',
      score: unlike,
      unit: 'differences',
      bound: { atMost: 0 },
      reason: 'it was not understood.',
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

import { compileMatcher } from '@earmark/contracts/mentions';
import { openCorpus, readSegments } from '../suites/corpus.ts';
import { readEdgeNames, type Name } from '../suites/names.ts';
import { shown, spread } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { adversarial, compareWithPlain, type Comparison } from './matcher-differences.ts';

const ORACLE_BYTES = 2_000_000;
const ORACLE_NAMES = 1_000;

/** Compares the matcher with one RegExp per pattern: on transcripts, with frequent names, and on adversarial texts. */
export async function matcherSuite(bench: Bench): Promise<SuiteOutcome> {
  const corpus = await openCorpus(bench);
  bench.say('reading the transcripts');
  const texts = await readSegments(corpus.files);
  bench.say('comparing with the plain count');

  return {
    isOneRun: true,
    notes: [`${corpus.label}: a sample of ${shown(ORACLE_BYTES / 1_000_000)} MB; whole words, any case.`],
    results: await compareCounts(bench, texts, corpus.names),
  };
}

async function compareCounts({ quick }: Bench, texts: readonly string[], names: readonly Name[]): Promise<Result[]> {
  let bytes = 0;
  const sample = spread(texts, 40_000).filter((text) => (bytes += Buffer.byteLength(text)) < ORACLE_BYTES);
  const asPattern = ({ name }: Name) => ({ name, caseSensitive: false, wholeWord: true });
  const frequent = mostFrequent(sample, names.map(asPattern), ORACLE_NAMES);
  const nasty = quick ? adversarial(1_000, 150) : adversarial(6_000, 400);
  const sets: [string, Comparison][] = [
    [
      '1,000 evenly spread names and the hard ones',
      compareWithPlain(sample, [...spread(names, ORACLE_NAMES), ...(await readEdgeNames())].map(asPattern)),
    ],
    ['the 1,000 most frequent names', compareWithPlain(sample, frequent)],
    [
      `${nasty.patterns.length} adversarial patterns in ${shown(nasty.texts.length)} adversarial texts`,
      compareWithPlain(nasty.texts, nasty.patterns),
    ],
  ];

  return sets.map(([what, { rows, differences, example }]) => ({
    goal: 'A5',
    what,
    ours: `${shown(rows)} rows`,
    against: 'one Unicode RegExp per pattern',
    score: differences,
    unit: 'differences',
    bound: { atMost: 0 },
    reason: example,
  }));
}

/** Selected with the matcher under test; anything it misses is covered by the other sets. */
function mostFrequent(
  texts: readonly string[],
  patterns: readonly { name: string; caseSensitive: boolean; wholeWord: boolean }[],
  count: number,
) {
  const hits = new Int32Array(patterns.length);
  const matcher = compileMatcher(patterns);
  for (const text of texts) matcher.scan(text, (pattern) => hits[pattern]!++);

  return patterns
    .map((pattern, index) => ({ pattern, hits: hits[index]! }))
    .sort((a, b) => b.hits - a.hits)
    .slice(0, count)
    .map(({ pattern }) => pattern);
}

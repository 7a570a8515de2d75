import { compileMatcher, findOccurrences, type NamePattern } from '@earmark/contracts/mentions';
import { NO_CONTEXT, proposalsFor, type PatternNoise } from '@earmark/contracts/vocabulary';
import { beginsSentence, emptyTally, NoiseCounter, noiseOf } from '@earmark/projections/noise';
import { openCorpora, readSegments, type Corpus } from '../suites/corpus.ts';
import { shown, spread } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

interface Pattern extends NamePattern {
  readonly name: string;
  readonly entity: string;
  readonly near: readonly string[];
  readonly notNear: readonly string[];
  readonly distance: number;
}

/** A proposal may be followed by another: case first, then a context. */
const ROUNDS = 3;
const PLAIN_TEXTS = 600;
const NAMED = 12;

/** How many mentions are everyday words before and after every proposal of the worklist is taken, on real names. */
export async function noiseSuite(bench: Bench): Promise<SuiteOutcome> {
  const corpora = await openCorpora(bench, ['changelog', 'talkpython', 'lennys-podcast', 'transcripts']);
  const texts: string[] = [];
  for (const corpus of corpora) for (const text of await readSegments(corpus.files)) texts.push(text);
  const names = corpora[0]!.names;
  const aliases = new Map<string, string[]>();
  for (const { name, entity } of names) aliases.set(entity, [...(aliases.get(entity) ?? []), name]);
  let patterns: (Pattern | null)[] = names.map(({ name, entity }) => ({
    name,
    entity,
    caseSensitive: false,
    wholeWord: true,
    ...NO_CONTEXT,
  }));
  bench.say(`counting ${shown(names.length)} names in ${shown(texts.length)} segments`);
  const started = performance.now();
  const first = count(texts, present(patterns));
  const seconds = (performance.now() - started) / 1000;
  const everyday = new Set(
    [...first].filter(([, { judged, lowerCase }]) => judged >= 10 && lowerCase * 2 >= judged).map(([name]) => name),
  );
  const before = measure(texts, present(patterns), everyday);
  const taken = { 'match-case': 0, 'whole-word': 0, 'near-name': 0, remove: 0 };
  const notes: string[] = [labelOf(corpora)];
  const results: Result[] = [
    share('everyday words among all mentions', before),
    information('noisy names, of those that are found', `${shown(noisyIn(patterns, first))} of ${shown(first.size)}`),
    information('counting all names in all texts, one thread', `${seconds.toFixed(1)} s`),
  ];
  let noise = first;
  for (let round = 1; round <= ROUNDS; round++) {
    let changes = 0;
    patterns = patterns.map((pattern) => {
      const counts = pattern && noise.get(pattern.name);
      if (!pattern || !counts) return pattern;
      const others = (aliases.get(pattern.entity) ?? []).filter((alias) => alias !== pattern.name);
      const [best] = proposalsFor(pattern, counts, { aliases: others, namesakes: [] });
      if (!best) return pattern;
      changes += 1;
      taken[best.kind] += 1;
      return best.changes === null ? null : { ...pattern, ...best.changes };
    });
    if (changes === 0) break;
    bench.say(`round ${round}: ${shown(changes)} proposals taken`);
    results.push(
      share(`after round ${round} (${shown(changes)} proposals)`, measure(texts, present(patterns), everyday)),
    );
    noise = count(texts, present(patterns));
  }
  notes.push(
    `Taken: ${shown(taken['match-case'])} times “match case”, ${shown(taken['near-name'])} times “only near the full name”, ${shown(taken.remove)} times “remove”.`,
    `An everyday word: at least half of its occurrences, where the text has capital letters, are in lower case though the name has a capital. Its mentions are those in lower case or at the beginning of a sentence only.`,
    `The loudest before: ${loudest(first, everyday)}.`,
  );
  const contexts = present(patterns).filter(({ near }) => near.length > 0);
  const differences = plainDifferences(texts, contexts);
  results.push({
    ...information(
      `the fast engine and the plain rule on ${shown(contexts.length)} patterns with context, ${shown(differences.texts)} segments`,
      `${shown(differences.occurrences)} occurrences`,
    ),
    against: 'the plain rule',
    score: differences.count,
    unit: 'differences',
    bound: { atMost: 0 },
  });

  return { isOneRun: true, notes, results };
}

const present = (patterns: readonly (Pattern | null)[]): Pattern[] => patterns.filter((one) => one !== null);
const around = (texts: readonly string[], index: number) => ({
  before: texts[index - 1] ?? '',
  after: texts[index + 1] ?? '',
});

/** By name of the pattern; those that are not found are left out. */
function count(texts: readonly string[], patterns: readonly Pattern[]): Map<string, PatternNoise> {
  const counter = new NoiseCounter(patterns);
  for (const [index, text] of texts.entries()) counter.add(text, around(texts, index));

  return new Map(
    [...counter.take()].map(([index, tally]) => [patterns[index]!.name, noiseOf({ ...emptyTally(), ...tally }, 0)]),
  );
}

interface Measured {
  readonly mentions: number;
  readonly everyday: number;
}

/** A mention is an everyday word when all occurrences in its segment are in lower case, or begin a sentence. */
function measure(texts: readonly string[], patterns: readonly Pattern[], everyday: ReadonlySet<string>): Measured {
  const matcher = compileMatcher(patterns);
  let [mentions, words] = [0, 0];
  for (const [index, text] of texts.entries()) {
    const found = new Map<number, boolean>();
    const hit = (pattern: number, start: number, end: number): void => {
      const occurrence = text.slice(start, end);
      const isWord =
        everyday.has(patterns[pattern]!.name) &&
        (occurrence === occurrence.toLowerCase() || beginsSentence(text, start));
      found.set(pattern, (found.get(pattern) ?? true) && isWord);
    };
    matcher.scan(text, hit, around(texts, index));
    for (const isWord of found.values()) {
      mentions += 1;
      if (isWord) words += 1;
    }
  }

  return { mentions, everyday: words };
}

const noisyIn = (patterns: readonly (Pattern | null)[], noise: ReadonlyMap<string, PatternNoise>): number =>
  present(patterns).filter((pattern) => {
    const counts = noise.get(pattern.name);
    return counts && proposalsFor(pattern, counts, { aliases: [], namesakes: [] }).length > 0;
  }).length;

function loudest(noise: ReadonlyMap<string, PatternNoise>, everyday: ReadonlySet<string>): string {
  return [...noise]
    .filter(([name]) => everyday.has(name))
    .sort(([, a], [, b]) => b.mentions - a.mentions)
    .slice(0, NAMED)
    .map(([name, { mentions }]) => `${name} ${shown(mentions)}`)
    .join(', ');
}

/** Where a pattern stands, with and without its context nearby. */
function plainDifferences(texts: readonly string[], patterns: readonly Pattern[]) {
  const matcher = compileMatcher(patterns);
  const counting: number[] = [];
  const others: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (!matcher.dependsOnNeighbours(text)) continue;
    let counts = false;
    matcher.scan(text, () => (counts = true), around(texts, index));
    (counts ? counting : others).push(index);
  }
  const asked = [...spread(counting, PLAIN_TEXTS / 2), ...spread(others, PLAIN_TEXTS / 2)];
  let [occurrences, differences] = [0, 0];
  for (const index of asked) {
    const text = texts[index]!;
    const fast = patterns.map(() => 0);
    matcher.scan(text, (pattern) => (fast[pattern]! += 1), around(texts, index));
    for (const [at, pattern] of patterns.entries()) {
      const plain = findOccurrences(text, pattern, around(texts, index)).length;
      occurrences += plain;
      if (plain !== fast[at]) differences += 1;
    }
  }

  return { texts: asked.length, occurrences, count: differences };
}

const labelOf = (corpora: readonly Corpus[]): string => `${corpora.map(({ label }) => label).join('; ')}.`;
const information = (what: string, ours: string): Result => ({
  goal: null,
  what,
  ours,
  against: '',
  score: null,
  unit: '',
  bound: null,
  reason: null,
});
const share = (what: string, { mentions, everyday }: Measured): Result =>
  information(what, `${((100 * everyday) / mentions).toFixed(1)} % (${shown(everyday)} of ${shown(mentions)})`);

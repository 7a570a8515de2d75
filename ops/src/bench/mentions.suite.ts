import { writeFile } from 'node:fs/promises';
import { megabytes, openCorpus, readSegments } from '../suites/corpus.ts';
import { describeMachine } from '../suites/machine.ts';
import { npmAutomatonVersion } from './npm-automaton.ts';
import { ripgrepMs, ripgrepSample } from './ripgrep.ts';
import { runEngine, type EngineAnswer } from './run-engine.ts';
import { median, shown, spread } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

/** The goals, by number of names. */
const GOALS = new Map([
  [100, { ripgrep: 0.85, rust: 0.75, hyperscan: 0.3, npm: 10 }],
  [1_000, { ripgrep: 1.3, rust: 1, hyperscan: 0.9, npm: 10 }],
  [10_000, { ripgrep: 20, rust: 1.4, hyperscan: 1.4, npm: 10 }],
  [50_000, { ripgrep: 50, rust: 2, hyperscan: 1.9, npm: 8 }],
]);
const COLD_PART = 0.65;
/** Most names for which one RegExp per name, or for all names, finishes in reasonable time. */
const MAX_FOR_REGEXP = 10_000;
/** Simple engines are stopped after this long; their speed is steady by then. */
const SIMPLE_MS = 1_500;
const SIMPLE_MS_QUICK = 500;
const MAX_QUICK = 10_000;

const SIMPLE = [
  { engine: 'regexp-loop', name: 'one RegExp per name', goal: null, bound: null },
  { engine: 'alternation', name: 'one RegExp for all names', goal: null, bound: null },
] as const;

interface Files {
  readonly segments: string;
  readonly names: string;
  readonly scratch: string;
}

export async function mentionsSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpus = await openCorpus(bench);
  say('reading the transcripts');
  const texts = await readSegments(corpus.files);
  const size = megabytes(texts);
  const segments = workspace.path('segments');
  await writeFile(segments, texts.map((text) => `${text}\n`).join(''));
  // ripgrep handles other letters only in its slow Unicode mode.
  const ascii = corpus.names.filter(({ name }) => /^[\x20-\x7e]+$/.test(name));
  const { ripgrep } = describeMachine();

  const notes = [
    `${corpus.label}: ${shown(texts.length)} segments, ${shown(size)} MB; whole words, any case, ASCII names, one thread.`,
    'Ours: each run in a separate process; warm is the median of the passes after the first, cold is the first.',
    ripgrep === null
      ? 'Absent: ripgrep (no rg on the path).'
      : `${ripgrep} \`--no-unicode -F -w -i -o -n -f\`, minus its time on an empty file. The goals were set with ripgrep 14; 13 is slower.`,
    'Absent: Rust aho-corasick, Hyperscan (not installed; Earmark does not depend on them).',
    npmAutomatonVersion() === null
      ? 'Absent: modern-ahocorasick, the fastest Aho-Corasick of npm (`npm install --no-save modern-ahocorasick@3.3.0` includes it).'
      : `${npmAutomatonVersion()}: on lower-case texts, checking the characters beside each match.`,
  ];
  const results: Result[] = [];
  for (const count of GOALS.keys()) {
    if (bench.quick && count > MAX_QUICK) continue;
    if (ascii.length < count) {
      notes.push(`Not run: ${shown(count)} names: there are only ${shown(ascii.length)}.`);
      continue;
    }
    const names = spread(ascii, count);
    const files = { segments, names: workspace.path(`names-${count}`), scratch: workspace.path(`rg-${count}`) };
    await writeFile(files.names, names.map(({ name }) => `${name}\n`).join(''));
    results.push(...(await compareSpeed(bench, count, files, ripgrep, notes)));
  }

  return { notes, results };
}

/** The peers alternate, round by round. */
async function compareSpeed(
  bench: Bench,
  count: number,
  files: Files,
  ripgrep: string | null,
  notes: string[],
): Promise<Result[]> {
  const { quick, rounds, say } = bench;
  const sample = ripgrep === null ? null : await ripgrepSample(files.names, files.segments, files.scratch, quick);
  const ours: EngineAnswer[] = [];
  const theirs: { ms: number; occurrences: number }[] = [];
  const { ripgrep: wanted, rust, hyperscan, npm } = GOALS.get(count)!;
  const automaton = npmAutomatonVersion();
  const simple = [
    ...(count > MAX_FOR_REGEXP ? [] : SIMPLE),
    ...(automaton === null ? [] : [{ engine: 'npm-automaton', name: automaton, goal: 'A8', bound: npm } as const]),
  ].map((peer) => ({ ...peer, answers: [] as EngineAnswer[] }));
  for (let round = 1; round <= rounds; round++) {
    say(`${shown(count)} names, round ${round} of ${rounds}`);
    ours.push(await runEngine('matcher', files, { passes: 7, budgetMs: 0 }));
    if (sample !== null) theirs.push(await ripgrepMs(files.names, sample, files.scratch));
    for (const { engine, answers } of simple)
      answers.push(await runEngine(engine, files, { passes: 1, budgetMs: quick ? SIMPLE_MS_QUICK : SIMPLE_MS }));
  }
  const warm = median(ours.map((one) => one.megabytes / (median(one.passMs.slice(1)) / 1000)));
  const cold = median(ours.map(speedOf));
  const [first] = ours;
  notes.push(
    `${shown(count)} names: ${shown(first!.occurrences)} occurrences, ${shown(first!.pairs)} (name, segment) pairs; the automaton is built in ${shown(median(ours.map(({ buildMs }) => buildMs)))} ms${sample?.isWhole ? `; ripgrep reports ${shown(theirs[0]!.occurrences)}, the leftmost of those that overlap` : ''}.`,
  );
  const what = `${shown(count)} names, warm`;
  const speed = `${shown(warm)} MB/s`;
  const against = (goal: string | null, name: string, peer: number | null, bound: number | null): Result => ({
    goal,
    what,
    ours: speed,
    against: peer === null ? `${name}: absent` : `${name}: ${shown(peer)} MB/s`,
    score: peer === null ? null : warm / peer,
    unit: '×',
    bound: bound === null ? null : { atLeast: bound },
    reason: `${shown(first!.occurrences)} occurrences in ${shown(first!.scanned)} segments; ours scans each segment separately, folds accents, dashes and quotes and reports offsets, in one UTF-16 unit a step, where the peer skips by SIMD from one rare byte to the next: few names are its best case.`,
  });
  const part = sample === null || sample.isWhole ? '' : ` (sample of ${shown(sample.megabytes)} MB)`;
  return [
    against(
      'A1',
      `ripgrep${part}`,
      sample === null ? null : sample.megabytes / (median(theirs.map(({ ms }) => ms)) / 1000),
      wanted,
    ),
    against('A2', 'Rust aho-corasick DFA', null, rust),
    against('A3', 'Hyperscan', null, hyperscan),
    {
      ...against("A4'", 'warm', warm, COLD_PART),
      what: `${shown(count)} names, first pass`,
      ours: `${shown(cold)} MB/s`,
      score: cold / warm,
      reason: `the first pass of ${shown(first!.megabytes)} MB takes ${shown(first!.passMs[0]!)} ms, the next ${first!.passMs.slice(1).map(shown).join(', ')} ms: the one-time cost is JIT compilation and cold caches; the smaller the text, the larger its share.`,
    },
    ...simple.map(({ name, goal, bound, answers }) =>
      against(goal, `${name} (sample of ${shown(answers[0]!.megabytes)} MB)`, median(answers.map(speedOf)), bound),
    ),
    ...(automaton === null ? [against('A8', 'modern-ahocorasick', null, npm)] : []),
  ];
}

/** MB/s of the first pass. */
const speedOf = ({ megabytes: size, passMs }: EngineAnswer): number => size / (passMs[0]! / 1000);

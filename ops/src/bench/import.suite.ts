import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { megabytes, openCorpus, readSegments } from '../suites/corpus.ts';
import { runEarmark, type CommandOutcome } from '../suites/earmark-process.ts';
import { checkCounts, countResult } from '../checks/imported-counts.ts';
import { asJsonLines, readEdgeNames } from '../suites/names.ts';
import { shown, spread, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { queryOnce } from '../suites/workspace.ts';

const NAMES = 10_000;
/** V8 grows its heap with the garbage of a longer run, so slightly more does not mean that anything is retained. */
const RSS_GROWTH = 1.25;

const ImportLine = z.object({
  transcripts: z.number(),
  segments: z.number(),
  patterns: z.number(),
  error: z.string().nullable(),
});
const VerifyLine = z.object({ table: z.string(), rows: z.number(), differences: z.number() });
const Sizes = z.array(z.object({ name: z.string(), mb: z.number() }));

/** One import of half of the transcripts and one of all, into separate data folders; rounds do not apply. */
export async function importSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpus = await openCorpus(bench);
  const names = workspace.path('names.jsonl');
  await writeFile(names, asJsonLines(spread(corpus.names, NAMES)));
  const edges = await readEdgeNames();
  const edgeFile = workspace.path('edge-names.jsonl');
  await writeFile(edgeFile, asJsonLines(edges));
  const half = await workspace.gather('half', spread(corpus.files, Math.ceil(corpus.files.length / 2)), corpus.folder);
  const whole = await workspace.gather('whole', corpus.files, corpus.folder);

  say('reading the transcripts alone');
  const reading = await timed(() => readSegments(corpus.files));
  const size = megabytes(reading.value);
  const runs = { half: null as CommandOutcome | null, whole: null as CommandOutcome | null };
  for (const [name, folder] of [
    ['half', half],
    ['whole', whole],
  ] as const) {
    say(`importing ${name}`);
    const sources = edges.length > 0 ? [names, edgeFile, folder] : [names, folder];
    runs[name] = succeeded(await runEarmark(workspace, `data-${name}`, ['import', ...sources, '--json']));
  }
  say('verifying');
  const verified = succeeded(await runEarmark(workspace, 'data-whole', ['verify', '--json']));
  const lease = await workspace.leasePostgres('data-whole');
  const sizes = Sizes.parse(await queryOnce(lease.url, SIZES));
  say('running the plain count');
  const check = await timed(() => checkCounts(lease.url));
  await lease.release();

  const imported = runs.whole!.lines.map((line) => ImportLine.parse(JSON.parse(line)));
  const sum = (key: 'transcripts' | 'segments' | 'patterns') => imported.reduce((total, line) => total + line[key], 0);
  const tables = verified.lines.map((line) => VerifyLine.parse(JSON.parse(line)));

  return {
    isOneRun: true,
    notes: [
      `${corpus.label}, ${shown(size)} MB of text: ${shown(sum('transcripts'))} transcripts, ${shown(sum('segments'))} segments, ${shown(sum('patterns'))} names.`,
      `On disk: ${sizes.map(({ name, mb }) => `${name} ${shown(mb)} MB`).join(', ')}.`,
      `Counted plainly in ${shown(check.ms / 1000)} s over ${shown(check.value.segments)} segments.`,
    ],
    results: [
      speedResult(runs.whole!, reading.ms / 1000, size),
      memoryResult(runs.half!.peakMb, runs.whole!.peakMb),
      countResult(check.value),
      {
        goal: 'verify',
        what: 'tables rebuilt beside the live ones',
        ours: `${shown(tables.reduce((total, { rows }) => total + rows, 0))} rows in ${shown(verified.seconds)} s`,
        against: 'the live tables',
        score: tables.reduce((total, { differences }) => total + differences, 0),
        unit: 'differences',
        bound: { atMost: 0 },
        reason: `in ${tables
          .filter(({ differences }) => differences > 0)
          .map(({ table }) => table)
          .join(', ')}.`,
      },
    ],
  };
}

const SIZES = `
  select n.nspname || '.' || c.relname as name, (pg_total_relation_size(c.oid) / 1e6)::float8 as mb
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('log', 'read') and pg_total_relation_size(c.oid) > 1e6
  order by mb desc`;

/** Exit code 2 means partial success: a file in the folder is not a transcript, or a name exists already. */
function succeeded(outcome: CommandOutcome): CommandOutcome {
  if (outcome.exitCode === 0 || outcome.exitCode === 2) return outcome;
  throw new Error(`earmark ended with ${outcome.exitCode}: ${outcome.complaint}`);
}

function speedResult({ seconds }: CommandOutcome, readingSeconds: number, size: number): Result {
  return {
    goal: null,
    what: 'import, whole command, including all read models',
    ours: `${shown(seconds)} s, ${shown(size / seconds)} MB/s`,
    against: `reading and parsing the same files: ${shown(readingSeconds)} s`,
    score: seconds / readingSeconds,
    unit: '×',
    bound: null,
    reason: null,
  };
}

function memoryResult(halfMb: number | null, wholeMb: number | null): Result {
  const show = (mb: number | null) => (mb === null ? 'not available on this system' : `${shown(mb)} MB`);

  return {
    goal: 'memory',
    what: 'peak memory (RSS) of the command on the whole corpus',
    ours: show(wholeMb),
    against: `on half of it: ${show(halfMb)}`,
    score: halfMb === null || wholeMb === null ? null : wholeMb / halfMb,
    unit: '×',
    bound: { atMost: RSS_GROWTH },
    reason: 'the process keeps something per transcript.',
  };
}

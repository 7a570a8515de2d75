import { openLog, type EventLog } from '@earmark/projections/event-log';
import { createCheckpointTable, projectors, verify } from '@earmark/projections/runner';
import pg from 'pg';
import { z } from 'zod';
import { openCorpus } from '../suites/corpus.ts';
import { measureLimits, rebuildOnce, type RebuildLimits, type RebuildTimes } from './rebuild-rounds.ts';
import { recordLibrary } from './recorded-log.ts';
import { loadingRates, type LoadingRates } from './row-loading.ts';
import { oneEventATime, sameEventsOneATime, type EventRates } from './simple-projector.ts';
import { median, shown, spread, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

const NAMES = 10_000;
const OfEpisodes = z.tuple([z.object({ ofEpisodes: z.number() })]);
const OF_EPISODES = `select count(*)::integer as "ofEpisodes" from log.event where stream not like 'vocabulary-%'`;

interface Round {
  readonly times: RebuildTimes;
  readonly limits: RebuildLimits;
  readonly limit: number;
  readonly rows: LoadingRates;
  /** Segments per second. */
  readonly perSegment: number;
  readonly perEvent: EventRates;
}

export async function rebuildSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const corpus = await openCorpus(bench);
  const folder = await workspace.gather('transcripts', corpus.files, corpus.folder);
  const lease = await workspace.leasePostgres('rebuild');
  say(`recording ${corpus.files.length} transcripts`);
  const recorded = await recordLibrary(lease.url, folder, spread(corpus.names, NAMES), say);

  const log = await openLog({ eventstoreUrl: null, databaseUrl: lease.url });
  const pool = new pg.Pool({ connectionString: lease.url, max: 6 });
  try {
    return await measure(bench, log, pool, corpus.label, recorded);
  } finally {
    await log.close();
    await pool.end();
  }
}

async function measure(
  { quick, rounds: asked, say }: Bench,
  log: EventLog,
  pool: pg.Pool,
  label: string,
  recorded: Awaited<ReturnType<typeof recordLibrary>>,
): Promise<SuiteOutcome> {
  const projector = projectors.find(({ name }) => name === 'mentions');
  if (!projector) throw new Error('there is no projector called mentions');
  await createCheckpointTable(pool);
  const rounds: Round[] = [];
  for (let number = 0; number <= asked; number++) {
    say(number === 0 ? 'warming up' : `round ${number} of ${asked}`);
    const times = await rebuildOnce(log, pool, projector);
    const limits = await measureLimits(log, pool, projector);
    const { copyOut, parse, match, copyIn, index } = limits;
    const perSegment = await oneEventATime(pool, quick ? 1 : 5);
    const perEvent = await sameEventsOneATime(log, pool, projector, quick ? 1 : 5);
    const rows = await loadingRates(pool, quick);
    if (number > 0)
      rounds.push({ times, limits, limit: copyOut + parse + match + copyIn + index, rows, perSegment, perEvent });
  }
  say('verifying');
  const verified = await timed(() => verify({ log, pool, projectors: [projector] }));
  const events = Number(await log.head());
  const [{ ofEpisodes }] = OfEpisodes.parse((await pool.query(OF_EPISODES)).rows);

  return {
    notes: [
      `${label}: ${shown(events)} events, ${shown(recorded.transcripts)} transcripts, ${shown(recorded.segments)} segments, ${shown(recorded.patterns)} names.`,
      'A rebuild of `mentions` also writes the segments of the transcript view with their words; the limits write and index the same rows but do not compute the words.',
      `verify: ${shown(verified.value.reduce((sum, { rows }) => sum + rows, 0))} rows equal, ${verified.value.reduce((sum, one) => sum + one.differences, 0)} different, in ${shown(verified.ms / 1000)} s.`,
    ],
    results: [...rebuildResults(rounds, events, ofEpisodes, recorded.segments), ...rowResults(rounds)],
  };
}

/** `ofEpisodes`: all events except those of the vocabulary. */
function rebuildResults(rounds: readonly Round[], events: number, ofEpisodes: number, segments: number): Result[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const seconds = of(({ times }) => times.total) / 1000;
  const ms = (pick: (round: Round) => number) => `${shown(of(pick))} ms`;
  const rebuilt = `${shown(segments / seconds)} segments/s`;
  const split = `of ${ms(({ times }) => times.total)}, reading and decoding the log, folding and writing the segments take ${ms(({ times }) => times.load)} (alone: reading ${ms(({ limits }) => limits.read)}, of which COPY out would take ${ms(({ limits }) => limits.copyOut)} and JSON.parse ${ms(({ limits }) => limits.parse)}; decoding by the schemas ${ms(({ limits }) => limits.decode)}), reading the texts back, matching and totals ${ms(({ times }) => times.finish)} (limit: match ${ms(({ limits }) => limits.match)}), indexes ${ms(({ times }) => times.index)} (limit: ${ms(({ limits }) => limits.index)}); COPY in of all rows alone takes ${ms(({ limits }) => limits.copyIn)}.`;
  const ofPeer = `the goal is a multiple of a peer with one event per segment; ${split}`;

  return [
    {
      goal: 'B1',
      what: 'rebuild of mentions',
      ours: `${shown(seconds)} s, ${shown(events / seconds)} events/s, ${rebuilt}`,
      against: `sum of the limits: ${shown(of(({ limit }) => limit) / 1000)} s`,
      score: of(({ times, limit }) => times.total / limit),
      unit: '×',
      bound: { atMost: 1.5 },
      reason: split,
    },
    {
      goal: 'B1',
      what: 'rebuild of mentions',
      ours: rebuilt,
      against: `an event per segment, a transaction per event (sample): ${shown(of((round) => round.perSegment))} segments/s`,
      score: of(({ times, perSegment }) => segments / (times.total / 1000) / perSegment),
      unit: '×',
      bound: { atLeast: 100 },
      reason: ofPeer,
    },
    {
      goal: null,
      what: 'rebuild of mentions, the same events',
      ours: `${shown(ofEpisodes / seconds)} events/s, ${rebuilt}`,
      against: `our own projector, live, a transaction per event (sample): ${shown(of(({ perEvent }) => perEvent.events))} events/s, ${shown(of(({ perEvent }) => perEvent.segments))} segments/s`,
      score: of(({ times, perEvent }) => ofEpisodes / (times.total / 1000) / perEvent.events),
      unit: '×',
      bound: null,
      reason: null,
    },
  ];
}

function rowResults(rounds: readonly Round[]): Result[] {
  const single = median(rounds.map(({ rows }) => rows.single));
  const row = (what: string, rate: 'bulk' | 'live', atLeast: number): Result => {
    const ours = median(rounds.map(({ rows }) => rows[rate]));
    return {
      goal: 'B2',
      what,
      ours: `${shown(ours)} rows/s`,
      against: `INSERT per row in one transaction: ${shown(single)} rows/s`,
      score: median(rounds.map(({ rows }) => rows[rate] / rows.single)),
      unit: '×',
      bound: { atLeast },
      reason: `a row costs ${shown(1e6 / ours)} µs against ${shown(1e6 / single)} µs; of it, encoding in JavaScript (four UUIDs and an array) takes ${shown(median(rounds.map(({ rows }) => rows.encodeMicros)))} µs${rate === 'bulk' ? ` and creating the key of three UUIDs ${shown(median(rounds.map(({ rows }) => rows.keyMicros)))} µs` : ' and the key of three UUIDs is maintained row by row'}, the rest is the COPY.`,
    };
  };

  return [
    row('bulk load of mentions, key created afterwards', 'bulk', 100),
    row('live load in batches of 1,000, key present', 'live', 15),
  ];
}

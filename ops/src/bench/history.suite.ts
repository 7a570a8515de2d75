import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openLog, type NewEvent } from '@earmark/projections/event-log';
import { event } from '@earmark/projections/testing';
import pg from 'pg';
import { median, percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { ADMIN_PASSWORD, signIn } from './admin-call.ts';
import { withProduct } from './product-process.ts';
import { compressedSize, historyReads, readPlaces, type Places } from './scale-calls.ts';
import { importLibrary } from './scale.suite.ts';

/** The largest library of `scale`, with its hundred thousand patterns. */
const FACTOR = 100;
const FACTOR_QUICK = 1;
const EVENTS = 1_000_000;
const EVENTS_QUICK = 5_000;
const CALLS = 100;
const CALLS_QUICK = 3;
/** An episode, an entity, a pattern, the vocabulary. */
const HISTORY_GOAL_MS = 60;
const RECENT_GOAL_MS = 100;
/** Of a save. */
const MOST_EDITS = 200;

/** Reads of the history after a million events, most of them corrections of transcripts. */
export async function historySuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say, quick, keep } = bench;
  const folder = workspace.path(keep ?? '');
  const data = join(folder, `history-${quick ? FACTOR_QUICK : FACTOR}`);
  await importLibrary(bench, quick ? FACTOR_QUICK : FACTOR, folder, data);
  const lease = await workspace.leasePostgres(data);
  try {
    // Makes the tables, so that the texts can be read from them.
    await withProduct(workspace, lease.url, async () => undefined, { ADMIN_PASSWORD });
    say('correcting transcripts');
    const recording = await timed(async () => recordCorrections(lease.url, quick ? EVENTS_QUICK : EVENTS));
    say('showing the corrections');
    const { ms: startMs, value } = await timed(async () =>
      withProduct(workspace, lease.url, async (url) => measure(url, await readPlaces(lease.url), bench), {
        ADMIN_PASSWORD,
      }),
    );
    const { library, results, measuredMs } = value;

    return {
      isOneRun: true,
      notes: [
        `${shown(library.events)} events, ${shown(library.patterns)} patterns, ${shown(library.episodes)} episodes, ${shown(library.segments)} segments, **synthetic**.`,
        recording.value === 0
          ? 'Its corrections were recorded by an earlier run.'
          : `${shown(recording.value)} corrections were recorded in ${shown(recording.ms / 1000)} s, in saves of up to ${MOST_EDITS}, and shown within ${shown((startMs - measuredMs) / 1000)} s of the server's start.`,
      ],
      results,
    };
  } finally {
    await lease.release();
  }
}

interface Line {
  episodeUuid: string;
  versionId: string;
  segmentId: string;
  text: string;
}

/** Adds a word to segments and takes it away again, episode by episode, until the log has `events`; answers how many edits that took. */
async function recordCorrections(databaseUrl: string, events: number): Promise<number> {
  const log = await openLog({ eventstoreUrl: null, databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = await client.query<{ events: number }>('select count(*)::integer as events from log.event');
    const episodes = await client.query<{ uuid: string; version: string; revision: number }>(
      `select e.episode_uuid as uuid, e.version_id as version,
         (select max(l.revision) from log.event l where l.stream = 'transcript-' || e.episode_uuid) as revision
       from read.mentions_episode e where e.segments > 0 order by e.episode_uuid`,
    );
    const wanted = events - count.rows[0]!.events;
    let made = 0;
    for (let round = 0; made < wanted; round++)
      for (const episode of episodes.rows) {
        if (made >= wanted) break;
        const { rows } = await client.query<Line>(
          `select s.episode_uuid as "episodeUuid", s.version_id as "versionId", s.segment_id as "segmentId", s.text
           from read.mentions_segment s where s.episode_uuid = $1 and s.version_id = $2 order by s.order_key limit $3`,
          [episode.uuid, episode.version, Math.min(MOST_EDITS, Math.ceil((wanted - made) / 2))],
        );
        const stream = `transcript-${episode.uuid}`;
        for (const isBack of [false, true]) {
          const edits = saved(rows.map((line) => edited(line, isBack)));
          const { revision } = await log.append(stream, edits, episode.revision);
          episode.revision = revision;
          made += edits.length;
        }
      }

    return made;
  } finally {
    await client.end();
    await log.close();
  }
}

const edited = ({ text, ...segment }: Line, isBack: boolean) =>
  isBack ? { ...segment, from: `${text} indeed`, to: text } : { ...segment, from: text, to: `${text} indeed` };

/** The events of one save. */
function saved(edits: readonly ReturnType<typeof edited>[]): NewEvent[] {
  const [at, correlationId] = [new Date().toISOString(), randomUUID()];

  return edits.map((edit) => {
    const { metadata, ...rest } = event('SegmentEdited', edit);

    return { ...rest, metadata: { ...metadata, at, correlationId } };
  });
}

async function measure(
  url: string,
  places: Places,
  { quick, say }: Bench,
): Promise<{ library: Places['library']; results: Result[]; measuredMs: number }> {
  const { cookie } = await signIn(url);
  const { ms: measuredMs, value: results } = await timed(async () => {
    const all: Result[] = [];
    for (const [what, path] of Object.entries(historyReads(places))) {
      const times: number[] = [];
      let size = 0;
      for (let turn = 0; turn <= (quick ? CALLS_QUICK : CALLS); turn++) {
        const { ms, value } = await timed(async () => compressedSize(url + path, cookie));
        size = value;
        // The first is a warm-up.
        if (turn > 0) times.push(ms);
      }
      say(`${what}: ${shown(median(times))} ms`);
      const p95 = percentile(times, 0.95);
      all.push({
        goal: 'history',
        what,
        ours: `${shown(size / 1000)} KB, p50 ${shown(median(times))} ms, p95 ${shown(p95)} ms`,
        against: '',
        score: p95,
        unit: 'ms',
        bound: { atMost: what.startsWith('Recent Changes') ? RECENT_GOAL_MS : HISTORY_GOAL_MS },
        reason: 'it grows with the log.',
      });
    }

    return all;
  });

  return { library: places.library, results, measuredMs };
}

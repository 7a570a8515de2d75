import { EpisodePage, PodcastPage } from '@earmark/contracts/episodes';
import pg from 'pg';
import { ADMIN_PASSWORD, signIn, type AdminCall } from './admin-call.ts';
import { runEarmark } from '../suites/earmark-process.ts';
import { placeLongTranscript } from './long-transcript.ts';
import { withProduct } from './product-process.ts';
import { bodyOf, saveTranscript } from './save-transcript.ts';
import { percentile, shown, timed } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';

const FOLDER = 'save';
const SAVES = 40;
const QUICK_SAVES = 5;
/** Distance from one corrected segment to the next. */
const STRIDE = 131;

/** Saves of one long transcript as the editor makes them, on a running server. */
export async function saveSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say } = bench;
  const { label } = await placeLongTranscript(workspace.path('Long'), []);
  say('importing');
  const { exitCode, complaint } = await runEarmark(workspace, FOLDER, ['import', workspace.path('Long'), '--json']);
  if (exitCode !== 0) throw new Error(`earmark ended with ${exitCode}: ${complaint}`);
  const lease = await workspace.leasePostgres(FOLDER);
  const run = await withProduct(workspace, lease.url, async (url) => measure(bench, await signIn(url), lease.url), {
    ADMIN_PASSWORD,
  });
  await lease.release();

  return {
    notes: [
      `${label}: ${shown(run.segments)} segments, sent whole: ${shown(run.bytes / 1e6)} MB of JSON a save; ${shown(run.changed.length)} saves of each kind, one after the other.`,
    ],
    results: [
      compared('a save of one changed segment', run.changed, 'a save without a change', run.same),
      compared('a save of one changed segment', run.changed, 'a plain UPDATE of one row', run.plain),
    ],
  };
}

interface Run {
  readonly segments: number;
  /** Size of one payload. */
  readonly bytes: number;
  /** Latencies in ms. */
  readonly changed: readonly number[];
  readonly same: readonly number[];
  readonly plain: readonly number[];
}

async function measure({ rounds, quick, say }: Bench, call: AdminCall, databaseUrl: string): Promise<Run> {
  const saves = quick ? QUICK_SAVES : SAVES;
  let page = await read(call);
  const { length: segments } = page.transcript;
  const bytes = Buffer.byteLength(bodyOf(page));
  const run = { changed: [] as number[], same: [] as number[], plain: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    const plain = await plainUpdates(databaseUrl, page, saves);
    const changed: number[] = [];
    const same: number[] = [];
    for (let number = 0; number < saves; number++) {
      page.transcript[(number * STRIDE) % segments]!.text = `Round ${round}, sentence ${number}, corrected by hand.`;
      page = await save(call, page, 1, changed);
      page = await save(call, page, 0, same);
    }
    if (round === 0) continue;
    run.plain.push(...plain);
    run.changed.push(...changed);
    run.same.push(...same);
  }

  return { segments, bytes, ...run };
}

async function read(call: AdminCall): Promise<EpisodePage> {
  const { podcast, episodes } = PodcastPage.parse((await call('GET', '/api/podcasts/Long')).answer);

  return EpisodePage.parse((await call('GET', `/api/podcasts/${podcast.uuid}/${episodes[0]!.uuid}`)).answer);
}

async function save(call: AdminCall, page: EpisodePage, expected: number, latencies: number[]): Promise<EpisodePage> {
  const { ms, page: saved } = await saveTranscript(call, page, expected);
  latencies.push(ms);

  return saved;
}

/** The minimum cost of a correction: updating one row by its key, and the commit. */
async function plainUpdates(url: string, { transcript }: EpisodePage, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create table if not exists bench_segment (id uuid primary key, text text not null)');
    await client.query(
      'insert into bench_segment select * from unnest($1::uuid[], $2::text[]) on conflict do nothing',
      [transcript.map(({ id }) => id), transcript.map(({ text }) => text)],
    );
    const latencies: number[] = [];
    for (let number = 0; number < count; number++) {
      const values = [transcript[(number * STRIDE) % transcript.length]!.id, `Sentence ${number}, corrected by hand.`];
      const text = 'update bench_segment set text = $2 where id = $1';
      latencies.push((await timed(() => client.query({ name: 'update', text, values }))).ms);
    }

    return latencies;
  } finally {
    await client.end();
  }
}

function compared(what: string, ours: readonly number[], peer: string, theirs: readonly number[]): Result {
  const show = (latencies: readonly number[]) =>
    `p50 ${shown(percentile(latencies, 0.5))} ms, p95 ${shown(percentile(latencies, 0.95))} ms`;

  return {
    goal: null,
    what,
    ours: show(ours),
    against: `${peer}: ${show(theirs)}`,
    score: percentile(ours, 0.5) / percentile(theirs, 0.5),
    unit: '×',
    bound: null,
    reason: null,
  };
}

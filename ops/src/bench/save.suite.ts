import { mkdir, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import { runEarmark } from './earmark-process.ts';
import { withServer, type AdminCall } from './server-process.ts';
import { percentile, shown, timed } from './statistics.ts';
import type { Bench, Result, SuiteOutcome } from './suite.ts';

/** As many as the longest transcript that was met in the wild. */
const SEGMENTS = 5_536;
const FOLDER = 'save';

const Podcasts = z.tuple([z.object({ uuid: z.string() })]);
const Podcast = z.object({ episodes: z.tuple([z.object({ uuid: z.string() })]) });
const Page = z.object({
  version: z.string(),
  transcript: z.array(z.object({ id: z.string(), text: z.string() }).loose()),
});
type Page = z.infer<typeof Page>;
const Saved = z.object({ changes: z.number(), version: z.string() });

/** Saves of one long transcript as the editor makes them, on a running server. */
export async function saveSuite(bench: Bench): Promise<SuiteOutcome> {
  const { workspace, say, rounds, quick } = bench;
  const lease = await workspace.leasePostgres(FOLDER);
  const saves = quick ? 5 : 40;
  const latencies = { changed: [] as number[], same: [] as number[], plain: [] as number[] };
  let bytes = 0;
  await withServer(workspace, FOLDER, async (call) => {
    say(`importing a transcript of ${shown(SEGMENTS)} segments`);
    const episode = await importTranscript(bench, call);
    let page = await read(call, episode);
    bytes = Buffer.byteLength(bodyOf(page));
    for (let round = 0; round <= rounds; round++) {
      say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
      const plain = await plainUpdates(lease.url, page, saves);
      const changed: number[] = [];
      const same: number[] = [];
      for (let number = 0; number < saves; number++) {
        const segment = page.transcript[(number * 131) % SEGMENTS]!;
        segment.text = `Round ${round}, sentence ${number}, corrected by hand.`;
        page = await save(call, episode, page, 1, changed);
        page = await save(call, episode, page, 0, same);
      }
      if (round === 0) continue;
      latencies.plain.push(...plain);
      latencies.changed.push(...changed);
      latencies.same.push(...same);
    }
  });
  await lease.release();

  return {
    notes: [
      `One transcript of ${shown(SEGMENTS)} segments, sent whole: ${shown(bytes / 1e6)} MB of JSON a save; ${shown(latencies.changed.length)} saves of each kind, one after the other.`,
    ],
    results: [
      compared('a save of one changed segment', latencies.changed, 'a save without a change', latencies.same),
      compared('a save of one changed segment', latencies.changed, 'a plain UPDATE of one row', latencies.plain),
    ],
  };
}

async function importTranscript({ workspace }: Bench, call: AdminCall): Promise<string> {
  const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 23);
  const cues = Array.from(
    { length: SEGMENTS },
    (_, at) =>
      `${clock(at)} --> ${clock(at + 1)}\n<v ${at % 3 === 0 ? 'Ada' : 'Bea'}>Sentence number ${at} of a long talk about everything that came to mind that day.`,
  );
  const folder = workspace.path('long-transcript');
  await mkdir(folder);
  await writeFile(`${folder}/long.vtt`, `WEBVTT\n\n${cues.join('\n\n')}\n`);
  const { exitCode, complaint } = await runEarmark(workspace, FOLDER, ['import', folder, '--json']);
  if (exitCode !== 0) throw new Error(`the import ended with ${exitCode}: ${complaint}`);
  const [{ uuid }] = Podcasts.parse((await call('GET', '/api/podcasts/recent')).answer);
  const { episodes } = Podcast.parse((await call('GET', `/api/podcasts/${uuid}`)).answer);

  return `${uuid}/${episodes[0].uuid}`;
}

const read = async (call: AdminCall, episode: string): Promise<Page> =>
  Page.parse((await call('GET', `/api/podcasts/${episode}`)).answer);

const bodyOf = ({ transcript }: Page): string => JSON.stringify({ segments: transcript });

/** The page as it is after the save, which must record so many changes. */
async function save(
  call: AdminCall,
  episode: string,
  page: Page,
  expected: number,
  latencies: number[],
): Promise<Page> {
  const path = `/api/episodes/${episode.split('/')[1]}/transcript`;
  const { ms, answer } = await call('PUT', path, bodyOf(page), { 'if-match': `"${page.version}"` });
  const { changes, version } = Saved.parse(answer);
  if (changes !== expected) throw new Error(`${changes} changes were recorded, not ${expected}`);
  latencies.push(ms);

  return { ...page, version };
}

/** The least that a correction could cost: one row by its key, and the commit. */
async function plainUpdates(url: string, { transcript }: Page, count: number): Promise<number[]> {
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
      const values = [transcript[(number * 131) % transcript.length]!.id, `Sentence ${number}, corrected by hand.`];
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

import { get as httpGet } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { median, shown, timed } from '../suites/statistics.ts';
import { signIn } from './admin-call.ts';
import { post } from './replay-calls.ts';

/** A call that takes this long again is made no more. */
const SLOW_MS = 2_000;

export interface Measured {
  readonly times: readonly number[];
  /** The first call, which is not among them: it may start a thread, and fill caches. */
  readonly firstMs: number;
  /** Bytes, as compressed by the server. */
  readonly size: number;
}

/** What the calls ask for. */
const Places = z.object({
  podcast: z.string(),
  episode: z.string(),
  episodeUuid: z.string(),
  entity: z.string(),
  entityId: z.string(),
  entityTypeId: z.string(),
  patternId: z.string(),
  words: z.string(),
  library: z.object({ episodes: z.number(), patterns: z.number(), segments: z.number(), events: z.number() }),
});
export type Places = z.infer<typeof Places>;

/** The entity with the most mentions, an episode that mentions it, and two words of that episode. */
const PLACES = `
  with entity as (
    select entity_id, min(episode_uuid::text)::uuid as episode_uuid from read.mentions_entity_episode
    group by entity_id order by sum(count) desc, entity_id limit 1
  )
  select s.slug as podcast, e.slug as episode, e.episode_uuid as "episodeUuid", n.slug as entity, n.entity_id as "entityId",
    p.entity_type_id as "entityTypeId", p.pattern_id as "patternId",
    (select array_to_string((regexp_split_to_array(text, ' '))[1:2], ' ') from read.mentions_segment
      where episode_uuid = e.episode_uuid order by order_key limit 1) as words,
    json_build_object(
      'episodes', (select count(*) from read.catalogue_episode),
      'patterns', (select count(*) from read.vocabulary_pattern),
      'segments', (select sum(segments) from read.mentions_episode),
      'events', (select count(*) from log.event)) as library
  from entity join read.catalogue_episode e using (episode_uuid)
    join read.catalogue_series s using (series_uuid)
    join read.vocabulary_entity n using (entity_id)
    join read.vocabulary_pattern p using (entity_id) limit 1`;

export async function readPlaces(databaseUrl: string): Promise<Places> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // As autovacuum does in the minutes after an import.
    await client.query('vacuum (analyze)');
    const { rows } = await client.query(PLACES);

    return Places.parse(rows[0]);
  } finally {
    await client.end();
  }
}

export const historyReads = ({ episodeUuid, entityId, patternId }: Places): Readonly<Record<string, string>> => ({
  'history of an episode': `/api/history?episodeUuid=${episodeUuid}`,
  'history of an entity': `/api/history?entityId=${entityId}`,
  'history of a pattern': `/api/history?stream=vocabulary-main&patternId=${patternId}`,
  'history of the vocabulary': '/api/history?stream=vocabulary-main',
  'Recent Changes': '/api/history',
  'Recent Changes, one kind': '/api/history?kind=vocabulary',
});

const readsOf = (places: Places): [what: string, path: string][] => {
  const { podcast, episode, episodeUuid, entity, entityTypeId, words } = places;

  return Object.entries({
    'dashboard, podcasts': '/api/dashboard/podcast-series',
    'dashboard, recent episodes': '/api/dashboard/recent-episodes',
    'recent podcasts': '/api/podcasts/recent',
    'podcast page': `/api/podcasts/${podcast}`,
    'episode page': `/api/podcasts/${podcast}/${episode}`,
    'moments of an episode': `/api/episodes/${episodeUuid}/moments`,
    'episodes with mentions': '/api/episodes',
    'podcast search': `/api/podcasts/search?q=${encodeURIComponent(words)}`,
    'episode search': `/api/podcasts/${podcast}/search?q=${encodeURIComponent(words)}`,
    'entity page': `/api/entities/${entity}`,
    'mentions of an entity': `/api/entities/${entity}/mentions`,
    'why this number, an entity': `/api/entities/${entity}/why`,
    'why this number, an entity in an episode': `/api/entities/${entity}/why?episode=${episodeUuid}`,
    'why this number, everything': '/api/why',
    'ledger of an entity': `/api/entities/${entity}/ledger`,
    ...historyReads(places),
    categories: '/api/admin/entity-types',
    'patterns of a category': `/api/admin/entity-patterns?entityTypeId=${entityTypeId}`,
    'patterns, searched': `/api/admin/entity-patterns?entityTypeId=${entityTypeId}&q=${encodeURIComponent(words)}`,
    'numbers of patterns': '/api/admin/entity-patterns/totals',
    recounts: '/api/admin/recounts',
    projections: '/api/admin/projections',
    metrics: '/metrics',
    readiness: '/health/ready',
  });
};

/** One call at a time, `count` times after the first. */
export async function measureCalls(
  url: string,
  places: Places,
  count: number,
  say: (line: string) => void,
): Promise<Map<string, Measured>> {
  const call = await signIn(url);
  const measured = new Map<string, Measured>();
  const measure = async (what: string, work: (turn: number) => Promise<number>) => {
    const times: number[] = [];
    const first = await timed(async () => work(0));
    let size = first.value;
    for (let turn = 1; turn <= count; turn++) {
      const { ms, value } = await timed(async () => work(turn));
      size = value;
      times.push(ms);
      if (ms > SLOW_MS) break;
    }
    measured.set(what, { times, firstMs: first.ms, size });
    say(`${what}: ${shown(median(times))} ms, ${shown(size / 1000)} KB`);
  };
  for (const [what, path] of readsOf(places)) await measure(what, async () => compressedSize(url + path, call.cookie));
  const sizeOf = ({ answer }: { answer: unknown }) => JSON.stringify(answer).length;
  const { entityTypeId } = places;
  await measure('preview of a pattern', async (turn) =>
    sizeOf(
      await post(call, '/api/admin/patterns/preview', { change: 'add', name: `${places.words} ${turn}`, entityTypeId }),
    ),
  );
  await measure('adding a pattern', async () =>
    sizeOf(await post(call, '/api/admin/entity-patterns', { name: `Scale pattern ${Date.now()}`, entityTypeId })),
  );

  return measured;
}

const BETWEEN_MS = 200;

/** Resolves when the server has read what searches need, in the background. */
export async function readAhead(url: string): Promise<void> {
  while (!/^earmark_searches_ready 1$/m.test(await (await fetch(`${url}/metrics`)).text())) await sleep(BETWEEN_MS);
}

/** How long some pages take from now on until the server has read what searches need. */
export async function measureStart(url: string, { podcast, episode, entity }: Places): Promise<number[]> {
  const times: number[] = [];
  let isReading = true;
  const reading = readAhead(url).finally(() => (isReading = false));
  const paths = [`podcasts/${podcast}/${episode}`, `entities/${entity}`, 'dashboard/recent-episodes'];
  do for (const path of paths) times.push((await timed(async () => compressedSize(`${url}/api/${path}`, ''))).ms);
  while (isReading);
  await reading;

  return times;
}

export function compressedSize(url: string, cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers: { cookie, 'accept-encoding': 'br, gzip' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => (size += chunk.length));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve(size) : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
  });
}

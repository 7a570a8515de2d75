import type { PreviewPassage } from '@earmark/contracts/recounts';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Pool } from 'pg';
import { holdTables } from '../kit/reading.ts';
import { inTransaction } from '../kit/schemas.ts';
import { joined } from '../mentions/pinned-vocabulary.ts';

export interface Found {
  readonly entity: string;
  readonly episode: string;
  readonly segment: string;
  readonly spans: readonly number[];
}
/** Reads one snapshot of the read models. */
export interface Db {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function inSnapshot<Result>(pool: Pool, work: (db: Db) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    await client.query(holdTables());
    await client.query('set local search_path to read');
    // Every cursor is read to its end.
    await client.query('set local cursor_tuple_fraction to 1');

    return work({ query: async (text, values) => (await client.query(text, values)).rows });
  });
}

export const MAX_PASSAGES = 100;

type Place = Pick<PreviewPassage, 'episodeTitle' | 'podcastName' | 'link'>;

export async function listPlaces(db: Db, episodes: readonly string[]): Promise<Map<string, Place>> {
  const rows = await db.query<{ uuid: string; title: string; slug: string; podcast: string; podcast_slug: string }>(
    `select e.episode_uuid as uuid, e.title, e.slug, s.name as podcast, s.slug as podcast_slug from catalogue_episode e
     join catalogue_series s on s.series_uuid = e.series_uuid where e.episode_uuid = any($1)`,
    [episodes],
  );

  return new Map(
    rows.map(({ uuid, title, slug, podcast, podcast_slug: podcastSlug }) => [
      uuid,
      { episodeTitle: title, podcastName: podcast, link: linkTo(podcastSlug, slug) },
    ]),
  );
}

const linkTo = (podcast: string, episode: string): string =>
  `/podcasts/${encodeURIComponent(podcast)}/${encodeURIComponent(episode)}`;

/** Newest episodes first, within an episode in transcript order. */
export async function listPassages(db: Db, found: readonly Found[]): Promise<PreviewPassage[]> {
  const newest = await db.query<{ episode: string }>(
    `select episode_uuid as episode from catalogue_episode where episode_uuid = any($1)
     order by published_at desc nulls last, episode_uuid limit ${MAX_PASSAGES}`,
    [[...new Set(found.map(({ episode }) => episode))]],
  );
  const rank = new Map(newest.map(({ episode }, index) => [episode, index]));
  const first = found
    .filter(({ episode }) => rank.has(episode))
    .sort((a, b) => rank.get(a.episode)! - rank.get(b.episode)!)
    .slice(0, MAX_PASSAGES);
  // A segment that mentions several of the entities is read once.
  const marksOf = new Map<string, number[]>();
  const episodeOf = new Map<string, string>();
  for (const { episode, segment, spans } of first) {
    episodeOf.set(segment, episode);
    marksOf.set(segment, joined([...(marksOf.get(segment) ?? []), ...spans]));
  }
  const rows = await db.query<Omit<PreviewPassage, 'marks' | 'link'> & { slug: string; podcast_slug: string }>(
    `select s.episode_uuid as "episodeUuid", s.segment_id as "segmentId", s.start_ms as "startMs",
       coalesce(p.name, $3) as speaker, s.text, e.title as "episodeTitle", c.series_uuid as "podcastUuid",
       c.name as "podcastName", e.audio_url as "audioUrl", e.slug, c.slug as podcast_slug
     from unnest($1::uuid[], $2::uuid[]) as wanted(episode_uuid, segment_id)
     join mentions_episode m on m.episode_uuid = wanted.episode_uuid
     join mentions_segment s on s.episode_uuid = m.episode_uuid and s.version_id = m.version_id
       and s.segment_id = wanted.segment_id
     join catalogue_episode e on e.episode_uuid = s.episode_uuid
     join catalogue_series c on c.series_uuid = e.series_uuid
     left join mentions_speaker p on p.version_id = s.version_id and p.speaker_id = s.speaker_id
     order by e.published_at desc nulls last, e.episode_uuid, s.order_key`,
    [[...episodeOf.values()], [...episodeOf.keys()], UNKNOWN_SPEAKER],
  );

  return rows.map(({ slug, podcast_slug: podcastSlug, ...row }) => ({
    ...row,
    marks: marksOf.get(row.segmentId) ?? [],
    link: linkTo(podcastSlug, slug),
  }));
}

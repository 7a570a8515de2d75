import type { Db } from '../kit/db.ts';

/** The words that are being said at a moment; null before the first segment and without a transcript. */
export async function findWordsAt(db: Db, versionId: string | null, ms: number): Promise<string | null> {
  const { rows } = await db.query<{ text: string }>(
    `select s.text from read.mentions_episode e
     join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
     where e.version_id = $1 and s.start_ms <= $2
     order by s.start_ms desc, s.order_key desc limit 1`,
    [versionId, ms],
  );

  return rows[0]?.text ?? null;
}

/** The texts from a moment on, by time, at most `limit` of them. Empty without a transcript. */
export async function listSegmentTexts(
  db: Db,
  versionId: string | null,
  fromMs: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(
    `select s.text from read.mentions_episode e
     join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
     where e.version_id = $1 and s.end_ms > $2
     order by s.start_ms, s.order_key limit $3`,
    [versionId, fromMs, limit],
  );

  return rows.map(({ text }) => text);
}

/** Where and how often an entity is mentioned. */
export async function countEntity(db: Db, entityId: string): Promise<{ mentions: number; episodes: number }> {
  const { rows } = await db.query<{ mentions: number; episodes: number }>(
    `select coalesce(sum(c.count), 0)::integer as mentions, count(*)::integer as episodes
     from read.mentions_entity_episode c where c.entity_id = $1`,
    [entityId],
  );

  return rows[0] ?? { mentions: 0, episodes: 0 };
}

export const SITEMAP_KINDS = ['podcasts', 'episodes', 'entities'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

/** A page for search engines; `changedAt` null: unknown. */
export interface SitemapPage {
  readonly slugs: readonly string[];
  readonly changedAt: Date | null;
}

const PAGES: Readonly<Record<SitemapKind, string>> = {
  podcasts: `select array[s.slug] as slugs, s.newest_at as "changedAt" from read.catalogue_series s
    order by s.series_uuid`,
  episodes: `select array[s.slug, e.slug] as slugs, e.published_at as "changedAt" from read.catalogue_episode e
    join read.catalogue_series s on s.series_uuid = e.series_uuid order by e.episode_uuid`,
  entities: `select array[n.slug] as slugs, null::timestamptz as "changedAt" from read.vocabulary_entity n
    where exists (select 1 from read.mentions_entity_episode c where c.entity_id = n.entity_id) order by n.entity_id`,
};

/** Pages of one kind, in a lasting order. Of entities those that are mentioned. */
export async function listSitemapPages(
  db: Db,
  kind: SitemapKind,
  limit: number,
  offset: number,
): Promise<SitemapPage[]> {
  const { rows } = await db.query<SitemapPage>(`${PAGES[kind]} limit $1 offset $2`, [limit, offset]);

  return rows;
}

export async function countSitemapPages(db: Db, kind: SitemapKind): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*)::integer as count from (${PAGES[kind]}) p`);

  return rows[0]?.count ?? 0;
}

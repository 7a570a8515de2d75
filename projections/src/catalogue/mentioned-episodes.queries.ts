import type { DashboardEpisode } from '@earmark/contracts/episodes';
import type { Db } from '../kit/db.ts';

const RECENT = 10;
const PAGE = 50;

/** The newest ten episodes that have mentions. */
export async function listRecentEpisodes(db: Db): Promise<DashboardEpisode[]> {
  const { rows } = await db.query<MentionedRow>(`${MENTIONED} ${NEWEST_FIRST} limit $1`, [RECENT]);

  return rows.map(mentionedView);
}

/** The place of an episode among all with mentions, newest first. */
export interface EpisodePlace {
  /** ISO UTC; null: unknown, after all others. */
  readonly publishedAt: string | null;
  readonly episodeUuid: string;
}

/**
 * Episodes with mentions after `after` (null: from the beginning), 50 a page; `last` is where the page ends, null when it
 * is the last one. `category` is the beginning of a series' category; null: any.
 */
export async function listMentionedEpisodes(
  db: Db,
  filter: { seriesUuid: string | null; category: string | null },
  after: EpisodePlace | null,
): Promise<{ episodes: DashboardEpisode[]; last: EpisodePlace | null }> {
  const { rows } = await db.query<MentionedRow>(
    `${MENTIONED}
       and ($1::uuid is null or e.series_uuid = $1::uuid)
       and ($2::text is null or exists (select 1 from unnest(s.categories) c where starts_with(c, $2)))
       and ($3::uuid is null or ${after?.publishedAt ? DATED_AFTER : UNDATED_AFTER})
     ${NEWEST_FIRST} limit ${PAGE + 1}`,
    [filter.seriesUuid, filter.category, after?.episodeUuid ?? null, after?.publishedAt ?? null],
  );
  const page = rows.slice(0, PAGE).map(mentionedView);
  const end = rows.length > PAGE ? page.at(-1) : undefined;

  return { episodes: page, last: end ? { publishedAt: end.publishedAt, episodeUuid: end.id } : null };
}

type MentionedRow = Omit<DashboardEpisode, 'publishedAt'> & { publishedAt: Date | null };

const MENTIONED = `
  select e.episode_uuid as id, e.slug, s.name as "podcastName", coalesce(s.image_url, e.image_url) as "podcastImage",
    s.slug as "podcastSlug", e.title, e.published_at as "publishedAt", m.mentions as "mentionsCount",
    m.segments > 0 as "hasWhisperTranscript"
  from read.mentions_episode m
  join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
  join read.catalogue_series s on s.series_uuid = e.series_uuid
  where m.mentions > 0`;
const NEWEST_FIRST = 'order by e.published_at desc nulls last, e.episode_uuid';
const DATED_AFTER = `(e.published_at is null or e.published_at < $4::timestamptz
  or (e.published_at = $4::timestamptz and e.episode_uuid > $3::uuid))`;
const UNDATED_AFTER = '($4::text is null and e.published_at is null and e.episode_uuid > $3::uuid)';

const mentionedView = (row: MentionedRow): DashboardEpisode => ({
  ...row,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

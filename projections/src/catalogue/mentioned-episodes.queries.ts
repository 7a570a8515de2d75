import type { DashboardEpisode } from '@earmark/contracts/episodes';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';

const RECENT = 10;
const PAGE = 50;

/** The newest ten episodes that have mentions. */
export async function listRecentEpisodes(db: Db): Promise<DashboardEpisode[]> {
  const { rows } = await db.query<MentionedRow>(...native(mentionedEpisodes().limit(RECENT)));

  return rows.map(mentionedView);
}

/** Position of an episode among all with mentions, newest first. */
export interface EpisodePlace {
  /** ISO UTC; null: unknown, after all others. */
  readonly publishedAt: string | null;
  readonly episodeUuid: string;
}

/**
 * Episodes with mentions after `after` (null: from the start), 50 a page; `last` is where the page ends, null on the
 * last page. `category` is a prefix of a series' category; null: any.
 */
export async function listMentionedEpisodes(
  db: Db,
  filter: { seriesUuid: string | null; category: string | null },
  after: EpisodePlace | null,
): Promise<{ episodes: DashboardEpisode[]; last: EpisodePlace | null }> {
  const query = mentionedEpisodes().limit(PAGE + 1);
  if (filter.seriesUuid !== null) query.where('e.series_uuid', filter.seriesUuid);
  if (filter.category !== null)
    query.whereRaw('exists (select 1 from unnest(s.categories) c where starts_with(c, ?))', [filter.category]);
  if (after !== null) query.where(comesAfter(after));
  const { rows } = await db.query<MentionedRow>(...native(query));
  const page = rows.slice(0, PAGE).map(mentionedView);
  const end = rows.length > PAGE ? page.at(-1) : undefined;

  return { episodes: page, last: end ? { publishedAt: end.publishedAt, episodeUuid: end.id } : null };
}

type MentionedRow = Omit<DashboardEpisode, 'publishedAt'> & { publishedAt: Date | null };

const mentionedEpisodes = () =>
  sql('read.mentions_episode as m')
    .join('read.catalogue_episode as e', 'e.episode_uuid', 'm.episode_uuid')
    .join('read.catalogue_series as s', 's.series_uuid', 'e.series_uuid')
    .select({
      id: 'e.episode_uuid',
      slug: 'e.slug',
      podcastName: 's.name',
      podcastImage: sql.raw('coalesce(s.image_url, e.image_url)'),
      podcastSlug: 's.slug',
      title: 'e.title',
      publishedAt: 'e.published_at',
      mentionsCount: 'm.mentions',
      hasWhisperTranscript: sql.raw('m.segments > 0'),
    })
    .where('m.mentions', '>', 0)
    .orderByRaw('e.published_at desc nulls last, e.episode_uuid');

const comesAfter = ({ publishedAt, episodeUuid }: EpisodePlace) =>
  publishedAt === null
    ? sql.raw('(e.published_at is null and e.episode_uuid > ?::uuid)', [episodeUuid])
    : sql.raw(
        `(e.published_at is null or e.published_at < :publishedAt::timestamptz
          or (e.published_at = :publishedAt::timestamptz and e.episode_uuid > :episodeUuid::uuid))`,
        { publishedAt, episodeUuid },
      );

const mentionedView = (row: MentionedRow): DashboardEpisode => ({
  ...row,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

import type { EpisodeView } from '@earmark/contracts/episodes';
import { bareFeedUrl } from '@earmark/contracts/kit';
import type { PodcastView, RecentPodcast, SeriesCard, SeriesUuid } from '@earmark/contracts/series';
import type { TranscriptSource } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import { isCalled } from './called.queries.ts';

const RECENT = 10;

/** All cards of the carousel, by episodeCount descending, then name. */
export async function listSeriesCards(db: Db): Promise<SeriesCard[]> {
  const { rows } = await db.query<SeriesCard>(
    `select s.series_uuid as id, s.slug, s.name, s.host, s.image_url as "imageUrl", s.episode_count as "episodeCount"
     from read.catalogue_series s order by s.episode_count desc, s.name, s.series_uuid`,
  );

  return rows;
}

/** The ten podcasts with the newest episodes. */
export async function listRecentPodcasts(db: Db): Promise<RecentPodcast[]> {
  const { rows } = await db.query<RecentPodcast>(
    `select s.series_uuid as uuid, s.name, s.slug, s.episode_count as "episodeCount"
     from read.catalogue_series s order by s.newest_at desc nulls last, s.name, s.series_uuid limit $1`,
    [RECENT],
  );

  return rows;
}

/** By slug (any case) or uuid; null when there is none. */
export async function findPodcast(db: Db, slugOrUuid: string): Promise<PodcastView | null> {
  const query = sql('read.catalogue_series as s')
    .select({
      id: 's.series_uuid',
      uuid: 's.series_uuid',
      slug: 's.slug',
      name: 's.name',
      host: 's.host',
      imageUrl: 's.image_url',
      description: 's.description',
      categories: 's.categories',
      totalEpisodes: 's.episode_count',
    })
    .where(isCalled('s.series_uuid', 's.slug', slugOrUuid));
  const { rows } = await db.query<PodcastView>(...native(query));

  return rows[0] ?? null;
}

interface EpisodeRow {
  uuid: string;
  slug: string;
  title: string;
  description: string | null;
  audioUrl: string | null;
  publishedAt: Date | null;
  duration: number | null;
  imageUrl: string | null;
  segments: number;
  mentions: number;
  transcriptSource: TranscriptSource | null;
  uploadedToOpenai: boolean;
  podcastId: string;
  podcastName: string;
  version: string;
  versionId: string | null;
}

const episodes = () =>
  sql('read.catalogue_episode as e')
    .join('read.catalogue_series as s', 's.series_uuid', 'e.series_uuid')
    .leftJoin('read.mentions_episode as m', 'm.episode_uuid', 'e.episode_uuid')
    .leftJoin('read.mentions_version as v', 'v.version_id', 'm.version_id')
    .select({
      uuid: 'e.episode_uuid',
      slug: 'e.slug',
      title: 'e.title',
      description: 'e.description',
      audioUrl: 'e.audio_url',
      publishedAt: 'e.published_at',
      duration: 'e.duration_seconds',
      imageUrl: 'e.image_url',
      segments: sql.raw('coalesce(m.segments, 0)'),
      mentions: sql.raw('coalesce(m.mentions, 0)'),
      transcriptSource: 'v.source',
      uploadedToOpenai: sql.raw('exists (select 1 from read.uploads_indexed u where u.episode_uuid = e.episode_uuid)'),
      podcastId: 'e.series_uuid',
      podcastName: 's.name',
      versionId: 'm.version_id',
      version:
        sql.raw(`concat_ws('.', coalesce(m.transcript_revision, -1), coalesce(m.entities_revision, -1), e.revision,
        m.vocabulary_revision, m.matcher_version)`),
    });

/** All episodes of a podcast, or those of `uuids`, newest first, unknown dates last. */
export async function listEpisodes(
  db: Db,
  seriesUuid: string,
  uuids: readonly string[] | null = null,
): Promise<(EpisodeView & { mentionsCount: number })[]> {
  const query = episodes()
    .where('e.series_uuid', seriesUuid)
    .modify(isAnyOf('e.episode_uuid', uuids))
    .orderByRaw('e.published_at desc nulls last, e.title, e.episode_uuid');
  const { rows } = await db.query<EpisodeRow>(...native(query));

  return rows.map((row) => ({ ...episodeView(row), mentionsCount: row.mentions }));
}

export interface FoundEpisode {
  readonly episode: EpisodeView;
  /** Version of the transcript shown; null: none. */
  readonly versionId: string | null;
  /** Revisions of what is shown, and the pin; opaque to callers. */
  readonly version: string;
}

/** By slug (any case) or uuid in one podcast, or by uuid alone when `seriesUuid` is null. Null when there is none. */
export async function findEpisode(db: Db, seriesUuid: string | null, slugOrUuid: string): Promise<FoundEpisode | null> {
  const query = episodes()
    .where(isCalled('e.episode_uuid', 'e.slug', slugOrUuid))
    .limit(1);
  if (seriesUuid !== null) query.where('e.series_uuid', seriesUuid);
  const { rows } = await db.query<EpisodeRow>(...native(query));
  const row = rows[0];

  return row ? { episode: episodeView(row), versionId: row.versionId, version: row.version } : null;
}

function episodeView(row: EpisodeRow): EpisodeView {
  return {
    id: row.uuid,
    uuid: row.uuid,
    slug: row.slug,
    name: row.title,
    title: row.title,
    description: row.description,
    audioUrl: row.audioUrl,
    datePublished: row.publishedAt ? Math.floor(row.publishedAt.getTime() / 1000) : null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    duration: row.duration,
    imageUrl: row.imageUrl,
    hasWhisperTranscript: row.segments > 0,
    transcriptSource: row.transcriptSource,
    uploadedToOpenai: row.uploadedToOpenai,
    podcastId: row.podcastId,
    podcastName: row.podcastName,
  };
}

/** Episodes that a podcast had as of a log position. */
export async function countEpisodesAsOf(db: Db, seriesUuid: string, position: bigint): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from read.catalogue_all_episode e
     where e.series_uuid = $1 and e.added_position <= $2 and not exists (
       select 1 from read.catalogue_removal r where r.episode_uuid = e.episode_uuid and r.removed_position <= $2
         and (r.restored_position is null or r.restored_position > $2))`,
    [seriesUuid, position],
  );

  return rows[0]?.count ?? 0;
}

export interface KnownSeries {
  readonly seriesUuid: SeriesUuid;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
  readonly name: string;
  /** It keeps its uuid and is known again when it is added again. */
  readonly isRemoved: boolean;
}

/**
 * A series by its uuid, else by the address of its feed (scheme and trailing slashes ignored), else by its id at
 * Apple; null when none is known. Also finds one that was removed.
 */
export async function findKnownSeries(
  db: Db,
  seriesUuid: string | null,
  feedUrl: string | null,
  itunesId: number | null = null,
): Promise<KnownSeries | null> {
  const { rows } = await db.query<KnownSeries>(
    `select s.series_uuid as "seriesUuid", s.feed_url as "feedUrl", s.itunes_id::float8 as "itunesId", s.name,
       s.is_removed as "isRemoved"
     from read.catalogue_all_series s
     where s.series_uuid = $1 or s.bare_feed_url = $2 or s.itunes_id = $3::int8
     order by s.series_uuid = $1 desc nulls last, s.bare_feed_url = $2 desc nulls last limit 1`,
    [seriesUuid, feedUrl === null ? null : bareFeedUrl(feedUrl), itunesId],
  );

  return rows[0] ?? null;
}

/** The `episodeUuids` that are in the catalogue; `withRemoved`: or were. */
export async function listKnownEpisodes(
  db: Db,
  episodeUuids: readonly string[],
  { withRemoved = false } = {},
): Promise<Set<string>> {
  const { rows } = await db.query<{ uuid: string }>(
    `select e.episode_uuid as uuid from read.catalogue_all_episode e
     where e.episode_uuid = any($1) and ($2 or not (e.is_removed or e.is_series_removed))`,
    [episodeUuids, withRemoved],
  );

  return new Set(rows.map((row) => row.uuid));
}

export async function countSeries(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from read.catalogue_series');

  return rows[0]?.count ?? 0;
}

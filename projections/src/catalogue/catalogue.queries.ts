import type { EpisodeView } from '@earmark/contracts/episodes';
import { isUuid } from '@earmark/contracts/kit';
import type { PodcastView, RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import type { TranscriptSource } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';

const RECENT = 10;

/** Cards of the carousel: episodeCount descending, then name; whole. */
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
  const { rows } = await db.query<PodcastView>(
    `select s.series_uuid as id, s.series_uuid as uuid, s.slug, s.name, s.host, s.image_url as "imageUrl", s.description,
       s.categories, s.episode_count as "totalEpisodes"
     from read.catalogue_series s
     where ${isUuid(slugOrUuid) ? 's.series_uuid = $1::uuid' : 'lower(s.slug) = lower($1)'}`,
    [slugOrUuid.normalize('NFC')],
  );

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
  podcastId: string;
  podcastName: string;
  version: string;
  versionId: string | null;
}

const EPISODE = `
  select e.episode_uuid as uuid, e.slug, e.title, e.description, e.audio_url as "audioUrl",
    e.published_at as "publishedAt", e.duration_seconds as duration, e.image_url as "imageUrl",
    coalesce(m.segments, 0) as segments, coalesce(m.mentions, 0) as mentions, v.source as "transcriptSource",
    e.series_uuid as "podcastId", s.name as "podcastName", m.version_id as "versionId",
    concat_ws('.', coalesce(m.transcript_revision, -1), coalesce(m.entities_revision, -1), e.revision,
      m.vocabulary_revision, m.matcher_version) as version
  from read.catalogue_episode e
  join read.catalogue_series s on s.series_uuid = e.series_uuid
  left join read.mentions_episode m on m.episode_uuid = e.episode_uuid
  left join read.mentions_version v on v.version_id = m.version_id`;

/** All episodes of a podcast, or those of `uuids`, newest first, unknown dates last. */
export async function listEpisodes(
  db: Db,
  seriesUuid: string,
  uuids: readonly string[] | null = null,
): Promise<(EpisodeView & { mentionsCount: number })[]> {
  const { rows } = await db.query<EpisodeRow>(
    `${EPISODE} where e.series_uuid = $1 ${uuids === null ? '' : 'and e.episode_uuid = any($2)'}
     order by e.published_at desc nulls last, e.title, e.episode_uuid`,
    uuids === null ? [seriesUuid] : [seriesUuid, uuids],
  );

  return rows.map((row) => ({ ...episodeView(row), mentionsCount: row.mentions }));
}

export interface FoundEpisode {
  readonly episode: EpisodeView;
  /** Shown transcript; null: none. */
  readonly versionId: string | null;
  /** Revisions of what is shown, and the pin; opaque outside. */
  readonly version: string;
}

/** By slug (any case) or uuid in one podcast, or by uuid alone when `seriesUuid` is null. Null when there is none. */
export async function findEpisode(db: Db, seriesUuid: string | null, slugOrUuid: string): Promise<FoundEpisode | null> {
  const { rows } = await db.query<EpisodeRow>(
    `${EPISODE}
     where ${isUuid(slugOrUuid) ? 'e.episode_uuid = $1::uuid' : 'lower(e.slug) = lower($1)'}
       and ($2::uuid is null or e.series_uuid = $2::uuid) limit 1`,
    [slugOrUuid.normalize('NFC'), seriesUuid],
  );
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
    // Uploads to the assistant come with the assistant.
    uploadedToOpenai: false,
    podcastId: row.podcastId,
    podcastName: row.podcastName,
  };
}

/** Episodes that a podcast had as of a log position. */
export async function countEpisodesAsOf(db: Db, seriesUuid: string, position: bigint): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from read.catalogue_episode e
     where e.series_uuid = $1 and e.added_position <= $2`,
    [seriesUuid, position],
  );

  return rows[0]?.count ?? 0;
}

export interface KnownSeries {
  readonly seriesUuid: string;
  readonly feedUrl: string | null;
  readonly name: string;
}

/** Series by uuid or by the address of the feed (scheme and trailing slashes ignored); null when neither is known. */
export async function findKnownSeries(db: Db, seriesUuid: string, feedUrl: string | null): Promise<KnownSeries | null> {
  const { rows } = await db.query<KnownSeries>(
    `select s.series_uuid as "seriesUuid", s.feed_url as "feedUrl", s.name from read.catalogue_series s
     where s.series_uuid = $1
       or ($2::text is not null and regexp_replace(regexp_replace(s.feed_url, '^[a-z]+://', '', 'i'), '/+$', '')
         = regexp_replace(regexp_replace($2, '^[a-z]+://', '', 'i'), '/+$', ''))
     order by s.series_uuid = $1 desc limit 1`,
    [seriesUuid, feedUrl],
  );

  return rows[0] ?? null;
}

/** Those of `episodeUuids` that are in the catalogue. */
export async function listKnownEpisodes(db: Db, episodeUuids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ uuid: string }>(
    'select e.episode_uuid as uuid from read.catalogue_episode e where e.episode_uuid = any($1)',
    [episodeUuids],
  );

  return new Set(rows.map((row) => row.uuid));
}

export async function countSeries(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from read.catalogue_series');

  return rows[0]?.count ?? 0;
}

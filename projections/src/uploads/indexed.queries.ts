import type { AssistantEpisode, AssistantPodcast } from '@earmark/contracts/assistant';
import type { PlaceOfIndex } from '@earmark/contracts/uploads';
import type { Db } from '../kit/db.ts';

/** Podcasts with episodes that the assistant can answer from, by number of those, then name. */
export async function listIndexedPodcasts(db: Db): Promise<AssistantPodcast[]> {
  const { rows } = await db.query<AssistantPodcast>(
    `select s.series_uuid as id, s.name, s.host, s.image_url as "imageUrl", s.slug,
       count(*)::integer as "uploadedEpisodeCount"
     from read.uploads_indexed i
     join read.catalogue_episode e on e.episode_uuid = i.episode_uuid
     join read.catalogue_series s on s.series_uuid = e.series_uuid
     group by s.series_uuid, s.name, s.host, s.image_url, s.slug
     order by "uploadedEpisodeCount" desc, s.name, s.series_uuid`,
  );

  return rows;
}

/** The episodes of a podcast that the assistant can answer from, newest first. */
export async function listIndexedEpisodes(db: Db, seriesUuid: string): Promise<AssistantEpisode[]> {
  const { rows } = await db.query<Omit<AssistantEpisode, 'publishedAt'> & { publishedAt: Date | null }>(
    `select e.episode_uuid as uuid, e.title, e.slug, e.published_at as "publishedAt"
     from read.uploads_indexed i join read.catalogue_episode e on e.episode_uuid = i.episode_uuid
     where e.series_uuid = $1 order by e.published_at desc nulls last, e.title, e.episode_uuid`,
    [seriesUuid],
  );

  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt?.toISOString() ?? null }));
}

/**
 * Which of these the assistant can answer from: episodes, and the episodes of whole podcasts; with both null, all.
 * Answers the uuids of the episodes and of their podcasts.
 */
export async function listIndexedIn(
  db: Db,
  scope: { readonly seriesUuids: readonly string[] | null; readonly episodeUuids: readonly string[] | null },
): Promise<{ episodeUuid: string; seriesUuid: string }[]> {
  const { rows } = await db.query<{ episodeUuid: string; seriesUuid: string }>(
    `select e.episode_uuid as "episodeUuid", e.series_uuid as "seriesUuid"
     from read.uploads_indexed i join read.catalogue_episode e on e.episode_uuid = i.episode_uuid
     where ($1::uuid[] is null and $2::uuid[] is null) or e.series_uuid = any($1) or e.episode_uuid = any($2)`,
    [scope.seriesUuids, scope.episodeUuids],
  );

  return rows;
}

/** What the assistant searches. */
export async function findIndex(db: Db): Promise<PlaceOfIndex> {
  const { rows } = await db.query<PlaceOfIndex>(
    `select i.index_name as index, i.vector_store_id as "vectorStoreId" from read.uploads_index i`,
  );

  return rows[0] ?? { index: 'own', vectorStoreId: null };
}

/** Episodes of a podcast that are in any index, or on their way to one. */
export async function listUploadsOf(db: Db, seriesUuid: string): Promise<string[]> {
  const { rows } = await db.query<{ uuid: string }>(
    `select distinct u.episode_uuid as uuid from read.uploads_episode u
     join read.catalogue_all_episode e on e.episode_uuid = u.episode_uuid where e.series_uuid = $1`,
    [seriesUuid],
  );

  return rows.map(({ uuid }) => uuid);
}

export interface BatchRow {
  readonly episodeUuid: string;
  readonly title: string;
  readonly state: string;
  readonly error: string | null;
}

/** The uploads of a batch that are still the last ones of their episodes, in their order. */
export async function listBatch(db: Db, batchId: string): Promise<BatchRow[]> {
  const { rows } = await db.query<BatchRow>(
    `select u.episode_uuid as "episodeUuid", e.title, u.state, u.error_message as error
     from read.uploads_episode u join read.catalogue_all_episode e on e.episode_uuid = u.episode_uuid
     where u.batch_id = $1 order by u.requested_position`,
    [batchId],
  );

  return rows;
}

export interface OpenUpload {
  readonly episodeUuid: string;
  readonly uploadId: string;
  readonly batchId: string | null;
  readonly state: string;
}

/** What is queued or in progress, whatever the index, in its order. */
export async function listOpenUploads(db: Db): Promise<OpenUpload[]> {
  const { rows } = await db.query<OpenUpload>(
    `select u.episode_uuid as "episodeUuid", u.upload_id as "uploadId", u.batch_id as "batchId", u.state
     from read.uploads_episode u where u.state in ('queued', 'uploading') order by u.requested_position`,
  );

  return rows;
}

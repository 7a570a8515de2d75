import type { AssistantEpisode, AssistantPodcast, AssistantTopic } from '@earmark/contracts/assistant';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';

const TOP_ENTITIES = 10;

/** Podcasts with episodes that have a transcript and are among `indexed` (null: all), by their number, then by name. */
export async function listAssistantPodcasts(db: Db, indexed: readonly string[] | null): Promise<AssistantPodcast[]> {
  const { rows } = await db.query<AssistantPodcast>(
    `select c.series_uuid as id, c.name, c.host, c.image_url as "imageUrl", c.slug,
       count(*)::integer as "uploadedEpisodeCount"
     from read.catalogue_series c
     join read.mentions_episode e on e.series_uuid = c.series_uuid and e.segments > 0
     where $1::uuid[] is null or e.episode_uuid = any($1)
     group by c.series_uuid, c.name, c.host, c.image_url, c.slug
     order by count(*) desc, c.name, c.series_uuid`,
    [indexed],
  );

  return rows;
}

/** Newest first, unknown dates last. */
export async function listAssistantEpisodes(
  db: Db,
  seriesUuid: string,
  indexed: readonly string[] | null,
): Promise<AssistantEpisode[]> {
  const { rows } = await db.query<Omit<AssistantEpisode, 'publishedAt'> & { publishedAt: Date | null }>(
    `select p.episode_uuid as uuid, p.title, p.slug, p.published_at as "publishedAt"
     from read.catalogue_episode p
     join read.mentions_episode e on e.episode_uuid = p.episode_uuid and e.segments > 0
     where p.series_uuid = $1 and ($2::uuid[] is null or p.episode_uuid = any($2))
     order by p.published_at desc nulls last, p.title, p.episode_uuid`,
    [seriesUuid, indexed],
  );

  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt?.toISOString() ?? null }));
}

/** All categories by name, with the entities that are mentioned most. */
export async function listTopics(db: Db): Promise<AssistantTopic[]> {
  const { rows } = await db.query<Omit<AssistantTopic, 'topEntities'>>(
    `with counted as (
       select n.entity_type_id, n.entity_id, n.name, n.slug, sum(m.count)::integer as mentions,
         row_number() over (
           partition by n.entity_type_id order by sum(m.count) desc, n.name, n.entity_id) as place
       from read.mentions_entity_episode m join read.vocabulary_entity n on n.entity_id = m.entity_id
       where m.count > 0
       group by n.entity_type_id, n.entity_id, n.name, n.slug)
     select t.entity_type_id as id, t.name, t.display_name as "displayName", t.icon_name as "iconName",
       t.color_class as "colorClass",
       (select count(*)::integer from read.vocabulary_pattern p where p.entity_type_id = t.entity_type_id)
         as "patternCount",
       coalesce((select sum(k.mentions)::integer from counted k where k.entity_type_id = t.entity_type_id), 0)
         as "mentionCount",
       coalesce((
         select jsonb_agg(jsonb_build_object('id', k.entity_id, 'name', k.name, 'slug', k.slug, 'mentions', k.mentions)
           order by k.place)
         from counted k where k.entity_type_id = t.entity_type_id and k.place <= $1), '[]') as entities
     from read.vocabulary_type t order by t.display_name, t.entity_type_id`,
    [TOP_ENTITIES],
  );

  return rows.map((row) => ({ ...row, topEntities: row.entities.map(({ name }) => name) }));
}

export interface ScopeNames {
  readonly podcasts: readonly { readonly uuid: string; readonly name: string; readonly slug: string }[];
  readonly episodes: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly slug: string;
    readonly podcastUuid: string;
  }[];
}

/** Those that there are, podcasts of the episodes included. */
export async function listScopeNames(
  db: Db,
  seriesUuids: readonly string[],
  episodeUuids: readonly string[],
): Promise<ScopeNames> {
  const episodes = await db.query<ScopeNames['episodes'][number]>(
    `select p.episode_uuid as uuid, p.title as name, p.slug, p.series_uuid as "podcastUuid"
     from read.catalogue_episode p where p.episode_uuid = any($1) order by p.published_at desc nulls last, p.episode_uuid`,
    [episodeUuids],
  );
  const podcasts = await db.query<ScopeNames['podcasts'][number]>(
    `select c.series_uuid as uuid, c.name, c.slug
     from read.catalogue_series c where c.series_uuid = any($1) order by c.name, c.series_uuid`,
    [[...new Set([...seriesUuids, ...episodes.rows.map(({ podcastUuid }) => podcastUuid)])]],
  );

  return { podcasts: podcasts.rows, episodes: episodes.rows };
}

/** Episodes that have a transcript, of all or of these. */
export async function countAnswerableEpisodes(
  db: Db,
  { seriesUuids, episodeUuids }: { seriesUuids: readonly string[] | null; episodeUuids: readonly string[] | null },
  indexed: readonly string[] | null,
): Promise<{ episodes: number; podcasts: number }> {
  const { rows } = await db.query<{ episodes: number; podcasts: number }>(
    `select count(*)::integer as episodes, count(distinct e.series_uuid)::integer as podcasts
     from read.mentions_episode e
     where e.segments > 0 and ($3::uuid[] is null or e.episode_uuid = any($3))
       and (($1::uuid[] is null and $2::uuid[] is null) or e.series_uuid = any($1) or e.episode_uuid = any($2))`,
    [seriesUuids, episodeUuids, indexed],
  );

  return rows[0]!;
}

export interface CitedSegment {
  readonly episodeUuid: string;
  readonly segmentId: string;
  readonly versionId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string;
  readonly text: string;
  /** In the transcript. */
  readonly orderKey: string;
}

/** Segments as they are shown now, by episode in the order of the transcript; what is not shown is missing. */
export async function listCitedSegments(
  db: Db,
  wanted: readonly { readonly episodeUuid: string; readonly segmentId: string }[],
): Promise<CitedSegment[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<CitedSegment>(
    `select distinct s.episode_uuid as "episodeUuid", s.segment_id as "segmentId", s.version_id as "versionId",
       s.start_ms as "startMs", s.end_ms as "endMs", coalesce(k.name, $3) as speaker, s.text, s.order_key as "orderKey"
     from unnest($1::uuid[], $2::uuid[]) as w(episode_uuid, segment_id)
     join read.mentions_episode e on e.episode_uuid = w.episode_uuid
     join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
       and s.segment_id = w.segment_id
     left join read.mentions_speaker k on k.version_id = s.version_id and k.speaker_id = s.speaker_id
     order by s.episode_uuid, s.order_key, s.segment_id`,
    [wanted.map(({ episodeUuid }) => episodeUuid), wanted.map(({ segmentId }) => segmentId), UNKNOWN_SPEAKER],
  );

  return rows;
}

/** For each, the segment of the shown transcript that is spoken at that time, or the last one before; null: none. */
export async function listSegmentsAtTimes(
  db: Db,
  wanted: readonly { readonly episodeUuid: string; readonly atMs: number }[],
): Promise<(string | null)[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<{ segmentId: string | null }>(
    `select (
       select s.segment_id from read.mentions_episode e
       join read.mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
       where e.episode_uuid = w.episode_uuid and s.start_ms <= w.at_ms
       order by s.start_ms desc, s.order_key limit 1) as "segmentId"
     from unnest($1::uuid[], $2::integer[]) with ordinality as w(episode_uuid, at_ms, place) order by w.place`,
    [wanted.map(({ episodeUuid }) => episodeUuid), wanted.map(({ atMs }) => atMs)],
  );

  return rows.map(({ segmentId }) => segmentId);
}

/** The category's name in the library's numbers, for counts within a scope. */
export async function listEntityLabels(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; slug: string }>> {
  const { rows } = await db.query<{ id: string; name: string; slug: string }>(
    'select n.entity_id as id, n.name, n.slug from read.vocabulary_entity n where n.entity_id = any($1)',
    [ids],
  );

  return new Map(rows.map(({ id, name, slug }) => [id, { name, slug }]));
}

import type { Db } from '../kit/db.ts';

export interface EntityName {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  readonly iconName: string;
  readonly colorClass: string;
  readonly url: string | null;
}

export async function listEntityNames(db: Db, ids: readonly string[]): Promise<Map<string, EntityName>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<EntityName>({
    name: 'search: names of entities',
    text: `select n.entity_id as id, n.name, n.slug, t.name as type, t.icon_name as "iconName",
       t.color_class as "colorClass", n.url
     from read.vocabulary_entity n join read.vocabulary_type t on t.entity_type_id = n.entity_type_id
     where n.entity_id = any($1)`,
    values: [ids],
  });

  return new Map(rows.map((row) => [row.id, row]));
}

export interface PodcastName {
  readonly uuid: string;
  readonly name: string;
  readonly host: string | null;
  readonly slug: string;
  readonly imageUrl: string | null;
}

export async function listPodcastNames(db: Db, uuids: readonly string[]): Promise<Map<string, PodcastName>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await db.query<PodcastName>({
    name: 'search: names of podcasts',
    text: `select c.series_uuid as uuid, c.name, c.host, c.slug, c.image_url as "imageUrl"
     from read.catalogue_series c where c.series_uuid = any($1)`,
    values: [uuids],
  });

  return new Map(rows.map((row) => [row.uuid, row]));
}

export interface EpisodeName {
  readonly uuid: string;
  readonly seriesUuid: string;
  readonly name: string;
  readonly slug: string;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
  readonly imageUrl: string | null;
  readonly lengthMs: number;
}

export async function listEpisodeNames(db: Db, uuids: readonly string[]): Promise<Map<string, EpisodeName>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await db.query<EpisodeName>({
    name: 'search: names of episodes',
    text: `select p.episode_uuid as uuid, p.series_uuid as "seriesUuid", p.title as name, p.slug,
       p.published_at as "publishedAt", p.audio_url as "audioUrl", p.image_url as "imageUrl",
       case when e.length_ms > 0 then e.length_ms else least(coalesce(p.duration_seconds, 0), 2000000) * 1000 end
         as "lengthMs"
     from read.catalogue_episode p join read.mentions_episode e on e.episode_uuid = p.episode_uuid
     where p.episode_uuid = any($1)`,
    values: [uuids],
  });

  return new Map(rows.map((row) => [row.uuid, row]));
}

export interface CategoryLabel {
  readonly name: string;
  readonly label: string;
}

/** By id, in the order of their names. */
export async function listCategoryLabels(db: Db): Promise<Map<string, CategoryLabel>> {
  const { rows } = await db.query<{ id: string; name: string; label: string }>(
    'select t.entity_type_id as id, t.name, t.display_name as label from read.vocabulary_type t order by t.name',
  );

  return new Map(rows.map(({ id, name, label }) => [id, { name, label }]));
}

import { isUuid } from '@earmark/contracts/kit';
import { foldName, type EntityPage, type EntityView } from '@earmark/contracts/mentions';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { isWholeWord, mergedNames } from './shown-entity.ts';

const SPEAKERS = 20;
const MS_PER_HOUR = 3_600_000;

/** By slug (any case) or uuid; the one that a merged entity counts for. Null when there is none. */
export async function findEntity(db: Db, slugOrUuid: string): Promise<EntityView | null> {
  const name = slugOrUuid.normalize('NFC').toLowerCase();
  const query = sql('read.vocabulary_entity as f')
    .join('read.vocabulary_entity as n', 'n.entity_id', 'f.shown_id')
    .join('read.vocabulary_type as t', 't.entity_type_id', 'n.entity_type_id')
    .select({
      id: 'n.entity_id',
      name: 'n.name',
      type: 't.name',
      url: 'n.url',
      iconName: 't.icon_name',
      colorClass: 't.color_class',
      wholeWord: sql.raw(isWholeWord('n.entity_id')),
      slug: 'n.slug',
      merged: sql.raw(mergedNames('n.entity_id')),
    })
    .where(isUuid(slugOrUuid) ? 'f.entity_id' : 'f.slug', name)
    .limit(1);
  const { rows } = await db.query<EntityView>(...native(query));

  return rows[0] ?? null;
}

/** Names of the entity's patterns in the order they were added, then those of what is merged into it, without its own name. */
export async function listAliases(db: Db, entity: EntityView): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select p.name from read.vocabulary_entity o join read.vocabulary_pattern p on p.entity_id = o.entity_id
     where o.shown_id = $1 order by p.added_revision, p.added_index`,
    [entity.id],
  );
  const own = foldName(entity.name);

  return [...new Set([...rows, ...entity.merged].map(({ name }) => name))].filter((name) => foldName(name) !== own);
}

/** By count descending, then name. */
export async function listEntityPodcasts(db: Db, entityId: string): Promise<EntityPage['podcasts']> {
  const { rows } = await db.query<EntityPage['podcasts'][number]>(
    `select m.series_uuid as uuid, s.name, s.slug, sum(m.count)::integer as count, count(*)::integer as episodes
     from read.mentions_entity_episode m join read.catalogue_series s on s.series_uuid = m.series_uuid
     where m.entity_id = $1
     group by m.series_uuid, s.name, s.slug order by sum(m.count) desc, s.name, m.series_uuid`,
    [entityId],
  );

  return rows;
}

/** The 20 speakers who mention it most, by name; speakers with the same name count as one. */
export async function listEntitySpeakers(db: Db, entityId: string): Promise<EntityPage['speakers']> {
  const { rows } = await db.query<EntityPage['speakers'][number]>(
    `select coalesce(k.name, $2) as name, sum(m.count)::integer as count
     from read.mentions_entity_speaker m
     join read.mentions_episode e on e.episode_uuid = m.episode_uuid
     left join read.mentions_speaker k on k.version_id = e.version_id and k.speaker_id = m.speaker_id
     where m.entity_id = $1
     group by 1 order by 2 desc, 1 limit $3`,
    [entityId, UNKNOWN_SPEAKER, SPEAKERS],
  );

  return rows;
}

/**
 * Months (UTC) in which an episode with a transcript was published, ascending, with mentions of the entity and hours
 * of all transcripts published that month. Undated episodes are left out.
 */
export async function listEntityMonths(db: Db, entityId: string): Promise<EntityPage['months']> {
  const { rows } = await db.query<{ month: string; count: number; ms: string }>(
    `select to_char(e.published_at at time zone 'UTC', 'YYYY-MM') as month,
       coalesce(sum(m.count), 0)::integer as count, sum(n.length_ms::bigint)::text as ms
     from read.mentions_episode n
     join read.catalogue_episode e on e.episode_uuid = n.episode_uuid
     left join read.mentions_entity_episode m on m.episode_uuid = n.episode_uuid and m.entity_id = $1
     where n.segments > 0 and e.published_at is not null
     group by 1 order by 1`,
    [entityId],
  );

  return rows.map(({ month, count, ms }) => ({ month, count, hours: Number(ms) / MS_PER_HOUR }));
}

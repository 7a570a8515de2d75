import type { EntityPage, EntityView, MergeSide, MergeView } from '@earmark/contracts/mentions';
import type { Db } from '../kit/db.ts';
import { listPassages } from './passages.queries.ts';
import { countEntity } from './shared-links.queries.ts';

const CONTEXTS = 3;

/** Two shown entities side by side, and what they would be as one. */
export async function compareEntities(db: Db, from: EntityView, into: EntityView): Promise<MergeView> {
  const sides = { from: await sideOf(db, from), into: await sideOf(db, into) };
  const { rows } = await db.query<MergeView['overlap']>(
    `select count(*)::integer as episodes, coalesce(sum(s.segments), 0)::integer as mentions
     from read.mentions_entity_episode f
     join read.mentions_entity_episode i on i.episode_uuid = f.episode_uuid and i.entity_id = $2
     cross join lateral (
       select count(*)::integer as segments from read.mentions_mention a
       join read.mentions_mention b
         on b.episode_uuid = a.episode_uuid and b.entity_id = $2 and b.segment_id = a.segment_id
       where a.episode_uuid = f.episode_uuid and a.entity_id = $1
     ) s
     where f.entity_id = $1`,
    [from.id, into.id],
  );
  const overlap = rows[0]!;

  return {
    ...sides,
    overlap,
    total: {
      mentions: sides.from.mentions + sides.into.mentions - overlap.mentions,
      episodes: sides.from.episodes + sides.into.episodes - overlap.episodes,
    },
  };
}

async function sideOf(db: Db, entity: EntityView): Promise<MergeSide> {
  const { passages } = await listPassages(db, entity.id, null, null);

  return { entity, ...(await countEntity(db, entity.id)), contexts: passages.slice(0, CONTEXTS) };
}

/** What is merged into an entity, directly or not, by name. */
export async function listMerges(db: Db, entityId: string): Promise<EntityPage['merges']> {
  const { rows } = await db.query<Omit<EntityPage['merges'][number], 'mergedAt'> & { mergedAt: Date }>(
    `select n.entity_id as id, n.name, n.slug, n.merged_at as "mergedAt" from read.vocabulary_entity n
     where n.shown_id = $1 and n.merged_into is not null order by n.name, n.entity_id`,
    [entityId],
  );

  return rows.map(({ mergedAt, ...row }) => ({ ...row, mergedAt: mergedAt.toISOString() }));
}

import { EntityId } from '@earmark/contracts/vocabulary';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { addedByHand } from './mentions.queries.ts';

/** The entities that an episode lists, in no particular order. */
export async function listFoundEntityIds(db: Db, episodeUuid: string): Promise<EntityId[]> {
  const found = sql('read.mentions_mention').distinct('entity_id').where('episode_uuid', episodeUuid);
  const byHand = sql(sql.raw('(?) as a', [addedByHand()]))
    .select('entity_id')
    .where('episode_uuid', episodeUuid);
  const { rows } = await db.query<{ entity_id: string }>(...native(found.union(byHand)));

  return rows.map((row) => EntityId.parse(row.entity_id));
}

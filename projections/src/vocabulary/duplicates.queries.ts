import type { Duplicate } from '@earmark/contracts/mentions';
import type { Db } from '../kit/db.ts';

/** An entity that is not merged, by what duplicates are found by. */
export interface CountedName {
  readonly id: string;
  readonly name: string;
  readonly typeId: string;
  readonly mentions: number;
}

/** Entities that are not merged, with their mentions, in a lasting order. */
export async function listCountedNames(db: Db): Promise<CountedName[]> {
  const { rows } = await db.query<CountedName>(
    `select n.entity_id as id, n.name, n.entity_type_id as "typeId", coalesce(c.mentions, 0)::integer as mentions
     from read.vocabulary_entity n
     left join (
       select m.entity_id, sum(m.count) as mentions from read.mentions_entity_episode m group by m.entity_id
     ) c on c.entity_id = n.entity_id
     where n.merged_into is null and (n.patterns > 0 or c.mentions > 0)
     order by n.entity_id`,
  );

  return rows;
}

type Side = Duplicate['from'];

/** By id; those that are unknown or merged are left out. */
export async function listDuplicateSides(db: Db, ids: readonly string[]): Promise<Map<string, Side>> {
  const { rows } = await db.query<Side>(
    `select n.entity_id as id, n.name, n.slug, t.name as type, t.icon_name as "iconName", t.color_class as "colorClass",
       (select coalesce(sum(m.count), 0)::integer from read.mentions_entity_episode m where m.entity_id = n.entity_id)
         as mentions
     from read.vocabulary_entity n join read.vocabulary_type t on t.entity_type_id = n.entity_type_id
     where n.entity_id = any($1) and n.merged_into is null`,
    [ids],
  );

  return new Map(rows.map((row) => [row.id, row]));
}

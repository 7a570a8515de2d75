import type { Knex } from 'knex';
import { sql } from '../kit/query-builder.ts';

/** A number, or a column that holds one. */
type Revision = number | Knex.Ref<string, Record<string, string>>;

/**
 * The pins of episodes, all before `head`, at which some pattern holds that does not hold at revision `head`, or the
 * other way round. Changes of categories or names do not outdate a pin, nor do undone changes: the
 * same pattern may hold again. The latest additions and removals settle most pins without checking each pattern.
 */
export function outdatedPins(head: number): Knex.Raw {
  const pin = sql.ref('pin');

  return sql.raw(
    `select pin from (select distinct vocabulary_revision as pin from read.mentions_episode) pins, (
       select max(from_revision) filter (where ?) as came, max(to_revision) filter (where to_revision <= ?) as went
       from read.mentions_pattern p where from_revision <= ?
     ) changes
     where (pin < came and ?) or (pin < went and ?)`,
    [holdsAt('p', head), head, head, differs(head, pin), differs(pin, head)],
  );
}

const holdsAt = (pattern: string, revision: Revision): Knex.Raw =>
  sql.raw('(??.from_revision <= ? and (??.to_revision is null or ??.to_revision > ?))', [
    pattern,
    revision,
    pattern,
    pattern,
    revision,
  ]);

/** Whether some pattern holds at the one revision and no equal pattern at the other. */
const differs = (one: Revision, other: Revision): Knex.Raw =>
  sql.raw(
    `exists (
       select 1 from read.mentions_pattern p where ? and not ? and not exists (
         select 1 from read.mentions_pattern q where q.pattern_id = p.pattern_id and ?
           and (q.entity_id, q.name, q.case_sensitive, q.whole_word, q.near, q.not_near, q.distance)
             = (p.entity_id, p.name, p.case_sensitive, p.whole_word, p.near, p.not_near, p.distance)
       )
     )`,
    [holdsAt('p', one), holdsAt('p', other), holdsAt('q', other)],
  );

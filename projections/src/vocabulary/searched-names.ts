import { foldQuickly } from '@earmark/contracts/mentions';
import type { Tables } from '../kit/tables.ts';

/** How many at a time, so that a rebuild of a large vocabulary does not hold all names at once. */
const ENTITIES_AT_ONCE = 5000;
/** Longer than any number that names are sorted by. */
const DIGITS = 12;

/** Of an entity that `refreshNames` has not seen yet. */
export const NO_PATTERNS = { patterns: 0, sort_name: '', searched: '' };

/** A text as `searched` is searched for it. */
export const searchedText = (text: string): string => foldQuickly(text).trim();

const sortName = (name: string): string => searchedText(name).replace(/\d+/g, (number) => number.padStart(DIGITS, '0'));

/** Writes what the names of the entities and of their patterns are searched and sorted by; empties `entityIds`. */
export async function refreshNames(tables: Tables, entityIds: Set<string>): Promise<void> {
  const waiting = [...entityIds];
  for (let at = 0; at < waiting.length; at += ENTITIES_AT_ONCE) {
    const rows = await tables.query<{ id: string; name: string; names: string[] | null }>(
      `select n.entity_id as id, n.name,
         array_agg(p.name order by p.added_revision, p.added_index) filter (where p.name is not null) as names
       from vocabulary_entity n left join vocabulary_pattern p on p.entity_id = n.entity_id
       where n.entity_id = any($1) group by n.entity_id`,
      [waiting.slice(at, at + ENTITIES_AT_ONCE)],
    );
    const lines = rows.map(({ name, names }) => [...new Set([name, ...(names ?? [])].map(searchedText))].join('\n'));
    await tables.query(
      `update vocabulary_entity n set patterns = x.patterns, sort_name = x.sort_name, searched = x.searched
       from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[]) as x (id, patterns, sort_name, searched)
       where n.entity_id = x.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ names }) => names?.length ?? 0),
        rows.map(({ name }) => sortName(name)),
        lines,
      ],
    );
  }
  entityIds.clear();
}

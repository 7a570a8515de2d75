import { foldQuickly } from '@earmark/contracts/mentions';
import { grouped } from '../kit/grouped.ts';
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
  const merged = entityIds.size === 0 ? [] : await listMerged(tables);
  const isMerged = new Set(merged.map(({ id }) => id));
  const mergedBy = grouped(merged, ({ shownId }) => shownId);
  // Their names are found at the entity that they count for.
  for (const { id, shownId } of merged) if (entityIds.has(id)) entityIds.add(shownId);
  const waiting = [...entityIds];
  for (let at = 0; at < waiting.length; at += ENTITIES_AT_ONCE) {
    const rows = await tables.query<{ id: string; name: string; names: string[] | null }>(
      `select n.entity_id as id, n.name,
         array_agg(p.name order by p.added_revision, p.added_index) filter (where p.name is not null) as names
       from vocabulary_entity n left join vocabulary_pattern p on p.entity_id = n.entity_id
       where n.entity_id = any($1) group by n.entity_id`,
      [waiting.slice(at, at + ENTITIES_AT_ONCE)],
    );
    const called = rows.map(({ id, name, names }) => {
      if (isMerged.has(id)) return { patterns: 0, lines: '' };
      const own = mergedBy.get(id) ?? [];
      const all = [{ name, names }, ...own].flatMap((one) => [one.name, ...(one.names ?? [])]);
      const patterns = [{ names }, ...own].reduce((sum, one) => sum + (one.names?.length ?? 0), 0);

      return { patterns, lines: [...new Set(all.map(searchedText))].join('\n') };
    });
    await tables.query(
      `update vocabulary_entity n set patterns = x.patterns, sort_name = x.sort_name, searched = x.searched
       from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[]) as x (id, patterns, sort_name, searched)
       where n.entity_id = x.id`,
      [
        rows.map(({ id }) => id),
        called.map(({ patterns }) => patterns),
        rows.map(({ name }) => sortName(name)),
        called.map(({ lines }) => lines),
      ],
    );
  }
  entityIds.clear();
}

interface MergedRow {
  readonly id: string;
  readonly shownId: string;
  readonly name: string;
  /** Of its patterns. */
  readonly names: string[] | null;
}

/** The entities that count for another one, in a lasting order. */
const listMerged = async (tables: Tables): Promise<MergedRow[]> =>
  tables.query<MergedRow>(
    `select n.entity_id as id, n.shown_id as "shownId", n.name,
       array_agg(p.name order by p.added_revision, p.added_index) filter (where p.name is not null) as names
     from vocabulary_entity n left join vocabulary_pattern p on p.entity_id = n.entity_id
     where n.merged_into is not null group by n.entity_id order by n.entity_id`,
  );

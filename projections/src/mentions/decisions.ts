import { compileMatcher, type Matcher } from '@earmark/contracts/mentions';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';
import { joined } from './pinned-vocabulary.ts';

/** What people decided about the entities of one episode. */
export interface Decisions {
  /** Finds entities that were added by hand, by name. */
  readonly added: { readonly matcher: Matcher; readonly entityIds: readonly string[] } | null;
  readonly removed: ReadonlySet<string>;
  /** Maps the id found to the id shown. */
  readonly shownAs: ReadonlyMap<string, string>;
}

/** By episode, without episodes that have no decisions. `episodes` null: all. */
export async function loadDecisions(
  tables: Pick<Tables, 'query'>,
  episodes: readonly string[] | null,
): Promise<Map<string, Decisions>> {
  const read = (table: string, columns: readonly string[]) =>
    native(
      sql(table)
        .select('episode_uuid', 'entity_id', ...columns)
        .modify(isAnyOf('episode_uuid', episodes))
        .orderBy(['episode_uuid', 'entity_id']),
    );
  const decided = await tables.query<{ episode_uuid: string; entity_id: string; decision: string; name: string }>(
    ...read('mentions_decision', ['decision', 'name']),
  );
  const shown = await tables.query<{ episode_uuid: string; entity_id: string; shown_id: string }>(
    ...read('mentions_shown_as', ['shown_id']),
  );
  const found = new Map<string, Decisions>();
  for (const episode of new Set([...decided, ...shown].map((row) => row.episode_uuid))) {
    const own = decided.filter((row) => row.episode_uuid === episode);
    const added = own.filter((row) => row.decision === 'added');
    const names = added.map(({ name }) => ({ name, caseSensitive: false, wholeWord: true }));
    found.set(episode, {
      added:
        added.length === 0 ? null : { matcher: compileMatcher(names), entityIds: added.map((row) => row.entity_id) },
      removed: new Set(own.filter((row) => row.decision === 'removed').map((row) => row.entity_id)),
      shownAs: new Map(shown.filter((row) => row.episode_uuid === episode).map((row) => [row.entity_id, row.shown_id])),
    });
  }

  return found;
}

/** Applies people's decisions to what the vocabulary `found` in `text`: adds, removes and renames entities. */
export function decide(
  found: ReadonlyMap<string, number[]>,
  text: string,
  { added, removed, shownAs }: Decisions,
): Map<string, number[]> {
  const spans = new Map<string, number[]>();
  const put = (entityId: string, more: readonly number[]) => {
    const shown = shownAs.get(entityId) ?? entityId;
    if (!removed.has(shown)) spans.set(shown, [...(spans.get(shown) ?? []), ...more]);
  };
  for (const [entityId, own] of found) put(entityId, own);
  added?.matcher.scan(text, (name, start, end) => put(added.entityIds[name]!, [start, end]));
  for (const [entityId, all] of spans) if (all.length > 2) spans.set(entityId, joined(all));

  return spans;
}

import type { MentionView } from '@earmark/contracts/mentions';
import { fieldsOf, haveSameFields, rowsOf, sameKey, withAdded, withFields, withRemoved } from './entity-draft.ts';
import type { EntityDraft, EntityRow } from './entity-draft.ts';

/** A line of the list that one draft has otherwise than another; null where one has none. */
interface LaterChange {
  readonly key: string;
  readonly from: EntityRow | null;
  readonly to: EntityRow | null;
}

/** What was done between two drafts on the same list. */
export function changesBetween(
  mentions: readonly MentionView[],
  from: EntityDraft | null,
  to: EntityDraft | null,
): LaterChange[] {
  const before = new Map(rowsOf(mentions, from).map((row) => [row.key, row]));
  const after = new Map(rowsOf(mentions, to).map((row) => [row.key, row]));

  return [...new Set([...after.keys(), ...before.keys()])]
    .map((key) => ({ key, from: before.get(key) ?? null, to: after.get(key) ?? null }))
    .filter((change) => !isSame(change.from, change.to));
}

/** The draft with what was done later: entities that were saved in between have other ids on the current page. */
export const withLater = (
  mentions: readonly MentionView[],
  draft: EntityDraft,
  changes: readonly LaterChange[],
): EntityDraft =>
  // What was added last stands first.
  changes.toReversed().reduce((next, { key, from, to }) => {
    const id = from && idOf(mentions, from);
    if (to === null) return id === null ? next : withRemoved(next, id);

    return id === null ? withAdded(next, key, fieldsOf(to)) : withFields(next, id, fieldsOf(to));
  }, draft);

const isSame = (one: EntityRow | null, other: EntityRow | null): boolean =>
  one === null || other === null ? one === other : haveSameFields(one, other) && one.count === other.count;

const idOf = (mentions: readonly MentionView[], row: EntityRow): string | null =>
  (
    mentions.find(({ entity }) => sameKey(entity) === sameKey(row)) ??
    mentions.find(({ entity }) => entity.id === row.key)
  )?.entity.id ?? null;

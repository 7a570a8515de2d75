import type { MentionView } from '@earmark/contracts/mentions';
import { fieldsOf, haveSameFields, rowsOf, sameKey, withAdded, withFields, withRemoved } from './entity-draft.ts';
import type { EntityDraft, EntityRow } from './entity-draft.ts';

/** A row that differs between two drafts; null where a draft does not have it. */
interface LaterChange {
  readonly key: string;
  readonly from: EntityRow | null;
  readonly to: EntityRow | null;
}

/** The changes between two drafts of the same list. */
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

/** Applies later changes to a draft. Entities saved in between have different ids on the current page. */
export const withLater = (
  mentions: readonly MentionView[],
  draft: EntityDraft,
  changes: readonly LaterChange[],
): EntityDraft =>
  // The latest addition comes first.
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

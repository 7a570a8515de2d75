import { z } from 'zod';
import type { SaveConflict } from '@earmark/contracts/episodes';
import type { MentionView } from '@earmark/contracts/mentions';
import { draftOn, sameKey, withEdited, withRemoved } from './entity-draft.ts';
import type { CountedFields, EntityDraft } from './entity-draft.ts';

const Side = z.object({ name: z.string(), type: z.string(), url: z.string().nullable() }).nullable().catch(null);
type Side = z.infer<typeof Side>;

/** An entity that both sides have changed. A side that is null has none: deleted, or not there yet. */
export interface EntityConflict {
  readonly entityId: string;
  readonly base: Side;
  readonly mine: Side;
  readonly theirs: Side;
}

export const entityConflicts = (conflicts: readonly SaveConflict[]): EntityConflict[] =>
  conflicts.map(({ entityId = '', base, mine, theirs }) => ({
    entityId,
    base: Side.parse(base),
    mine: Side.parse(mine),
    theirs: Side.parse(theirs),
  }));

/** What to keep of an entity in conflict. */
export type Kept = 'mine' | 'theirs';

/** The draft without what is in conflict: it can be saved as it is. */
export const withoutConflicts = (draft: EntityDraft, conflicts: readonly EntityConflict[]): EntityDraft => {
  const ids = new Set(conflicts.map(({ entityId }) => entityId));
  const added = new Set(conflicts.flatMap(({ base, mine }) => (base === null && mine !== null ? [sameKey(mine)] : [])));

  return {
    ...draft,
    added: draft.added.filter((one) => !added.has(sameKey(one))),
    edited: Object.fromEntries(Object.entries(draft.edited).filter(([id]) => !ids.has(id))),
    removed: draft.removed.filter((id) => !ids.has(id)),
  };
};

/** My side of the conflicts as changes of the page as it is now; null when there is nothing left to change. */
export function mineOn(
  page: { version: string; entityMentions: readonly MentionView[] },
  draft: EntityDraft,
  conflicts: readonly EntityConflict[],
): EntityDraft {
  return conflicts.reduce((rebased, { entityId, base, mine, theirs }) => {
    const now = theirs && page.entityMentions.find(({ entity }) => sameKey(entity) === sameKey(theirs))?.entity.id;
    if (mine === null) return now ? withRemoved(rebased, now) : rebased;
    const fields =
      draft.edited[entityId] ?? draft.added.find((one) => base === null && sameKey(one) === sameKey(mine)) ?? null;
    if (fields === null) return rebased;
    const { name, type, url, iconName, colorClass, count, contexts } = fields;
    const plain: CountedFields = { name, type, url, iconName, colorClass, count, contexts };

    return now
      ? withEdited(rebased, now, plain)
      : { ...rebased, added: [{ key: entityId, ...plain }, ...rebased.added] };
  }, draftOn(page));
}

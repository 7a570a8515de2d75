import { z } from 'zod';
import type { SaveConflict } from '@earmark/contracts/episodes';
import type { MentionView } from '@earmark/contracts/mentions';
import { draftOn, fieldsOf, sameKey, withAdded, withEdited, withRemoved } from './entity-draft.ts';
import type { CountedFields, EntityDraft, EntityRow } from './entity-draft.ts';

const Side = z.object({ name: z.string(), type: z.string(), url: z.string().nullable() }).nullable().catch(null);
type Side = z.infer<typeof Side>;

/** An entity that both sides changed. A null side has no such entity: it was deleted there, or never existed. */
export interface EntityConflict {
  readonly entityId: string;
  /** Key of its row in the draft. */
  readonly key: string;
  readonly base: Side;
  readonly mine: Side;
  readonly theirs: Side;
}

/** The conflicts that kept the draft from being saved. */
export const entityConflicts = (conflicts: readonly SaveConflict[], draft: EntityDraft): EntityConflict[] =>
  conflicts.map(({ entityId = '', ...sides }) => {
    const mine = Side.parse(sides.mine);
    const isListed = mine === null || draft.edited[entityId] !== undefined;
    const added = isListed ? undefined : draft.added.find((one) => sameKey(one) === sameKey(mine));

    return {
      entityId,
      key: added?.key ?? entityId,
      base: Side.parse(sides.base),
      mine,
      theirs: Side.parse(sides.theirs),
    };
  });

/**
 * The conflicts after further editing: `mine` is what a save would send now. An entity without changes here has no conflict
 * any more.
 */
export const conflictsNow = (conflicts: readonly EntityConflict[], draft: EntityDraft | null): EntityConflict[] =>
  conflicts.flatMap((conflict): EntityConflict[] => {
    const mine = draft && changeOf(draft, conflict.key);
    if (mine !== null) return [{ ...conflict, mine: { name: mine.name, type: mine.type, url: mine.url } }];

    return draft?.removed.includes(conflict.key) ? [{ ...conflict, mine: null }] : [];
  });

/** A row for a conflicting entity that is deleted here, so that it can be edited after all. */
export const rowOfDeleted = ({ key, base, theirs }: EntityConflict): EntityRow | null => {
  const side = theirs ?? base;

  return side && { ...side, key, iconName: '', colorClass: '', count: 0, contexts: [], state: 'edited' };
};

/** Which side of a conflicting entity to keep. */
export type Kept = 'mine' | 'theirs';

/** The draft without the conflicting entities; it can be saved as it is. */
export const withoutConflicts = (draft: EntityDraft, conflicts: readonly EntityConflict[]): EntityDraft => {
  const keys = new Set(conflicts.map(({ key }) => key));

  return {
    ...draft,
    added: draft.added.filter(({ key }) => !keys.has(key)),
    edited: Object.fromEntries(Object.entries(draft.edited).filter(([id]) => !keys.has(id))),
    removed: draft.removed.filter((id) => !keys.has(id)),
  };
};

/** My side of the conflicts as changes to the current page; null when nothing is left to change. */
export function mineOn(
  page: { version: string; entityMentions: readonly MentionView[] },
  draft: EntityDraft,
  conflicts: readonly EntityConflict[],
): EntityDraft {
  return conflicts.reduce((rebased, { entityId, key, mine, theirs }) => {
    const now = theirs && page.entityMentions.find(({ entity }) => sameKey(entity) === sameKey(theirs))?.entity.id;
    if (mine === null) return now ? withRemoved(rebased, now) : rebased;
    const fields = changeOf(draft, key);
    if (fields === null) return rebased;

    return now ? withEdited(rebased, now, fieldsOf(fields)) : withAdded(rebased, entityId, fieldsOf(fields));
  }, draftOn(page));
}

const changeOf = (draft: EntityDraft, key: string): CountedFields | null =>
  draft.edited[key] ?? draft.added.find((one) => one.key === key) ?? null;

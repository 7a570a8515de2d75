import type { EpisodePage } from '@earmark/contracts/episodes';
import { useDraft } from '../episodes/use-draft.ts';
import { notify } from '../ui/toast.tsx';
import { counted, mentionOf, savedPage, withFixedCounts } from './counted-entities.ts';
import { conflictsNow, entityConflicts, mineOn, withoutConflicts } from './entity-conflicts.ts';
import type { Kept } from './entity-conflicts.ts';
import {
  draftOn,
  EntityDraft,
  entityMentionsOf,
  haveSameFields,
  isEmptyDraft,
  rowsOf,
  withAdded,
  withBroughtBack,
  withEdited,
  withFields,
  withRemoved,
} from './entity-draft.ts';
import type { EntityFields, EntityRow } from './entity-draft.ts';
import { samplesOf } from './entity-counts.ts';
import type { KeywordSearch } from './keyword-matches.ts';
import { changesBetween, withLater } from './later-changes.ts';

interface Saving {
  readonly learn: boolean;
}

/** State and actions of editing an episode's entities: the rows, the actions, and the conflicts. */
export function useEntityEditing(page: EpisodePage) {
  const { draft, isRestored, isSaving, refusal, settle, current, pageNow, change, send, save, discard } = useDraft(
    page,
    'entities',
    EntityDraft,
    {
      isEmpty: isEmptyDraft,
      shown: savedPage,
      merge: ({ from, to }, after) =>
        withLater(after.entityMentions, draftOn(after), changesBetween(from.page.entityMentions, from.draft, to)),
      saved: ['Entities saved successfully!'],
      failed: (error) => ['Failed to save entities', error.message],
    },
  );
  const rows = rowsOf(page.entityMentions, draft);
  const conflicts = refusal === null ? [] : conflictsNow(entityConflicts(refusal.conflicts, refusal.sent), draft);
  const base = () => current() ?? draftOn(page);
  const sending = (sent: EntityDraft, { learn }: Saving) => ({
    draft: sent,
    body: {
      entityMentions: entityMentionsOf(sent),
      learnFromManualAdditions: learn,
      loaded: sent.loaded.map(({ id }) => id),
    },
  });

  return {
    rows,
    isUnsaved: draft !== null,
    isRestored,
    isSaving,
    conflicts,
    discard,
    add: (fields: EntityFields, search: KeywordSearch | null) => {
      const entity = counted(page, fields, null);
      const found = search?.shown.map(({ segmentIndex }) => segmentIndex) ?? [];
      const contexts = found.length > 0 ? samplesOf(page.transcript, [...new Set(found)]) : entity.contexts;
      change(withAdded(base(), `added-${Date.now()}`, { ...entity, contexts }));
      notify(`Added entity: ${fields.name} (${entity.count} mentions) with type "${fields.type}"`);
    },
    edit: (key: string, fields: EntityFields) => {
      const shown = rows.find((row) => row.key === key);
      if (shown !== undefined && haveSameFields(shown, fields)) return notify('Nothing changed', fields.name);
      const entity = counted(page, fields, mentionOf(page, key));
      // In a conflict, keeping what was loaded is a valid choice too.
      const isAsked = conflicts.some((conflict) => conflict.key === key);
      change(isAsked ? withEdited(base(), key, entity) : withFields(base(), key, entity));
      notify(`Updated entity: ${fields.name} with type "${fields.type}"`);
    },
    remove: ({ key, name }: EntityRow) => {
      const before = base();
      change(withRemoved(before, key));
      notify('Entity deleted', {
        detail: name,
        // Later changes stay.
        undo: () => change(withBroughtBack(current() ?? draftOn(pageNow()), before, key)),
      });
    },
    fixCounts: () => {
      const { draft: next, fixed } = withFixedCounts(page, draft);
      change(next);
      if (fixed.length === 0) return notify('All counts are right');
      const changes = fixed.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join(', ');
      notify(fixed.length === 1 ? 'Fixed 1 count' : `Fixed ${fixed.length} counts`, changes);
    },
    save: (saving: Saving) => {
      if (draft !== null && !isSaving) save(sending(draft, saving));
    },
    /** Saves everything without a conflict, then my side of the resolved conflicts on top of what others saved. */
    resolve: (kept: ReadonlyMap<string, Kept>, saving: Saving) => {
      if (draft === null || isSaving) return;
      const rest = withoutConflicts(draft, conflicts);
      const mine = conflicts.filter(({ entityId }) => kept.get(entityId) !== 'theirs');
      const { entityMentions } = pageNow();
      const saveMine = () => {
        const now = current();
        const after = pageNow();
        const next = mineOn(after, now ?? draft, conflictsNow(mine, now));
        const later = changesBetween(entityMentions, draft, now).filter(
          ({ key }) => !conflicts.some((conflict) => conflict.key === key),
        );
        settle();
        change(withLater(after.entityMentions, next, later));
        if (!isEmptyDraft(next)) save(sending(next, saving), current());
      };
      if (isEmptyDraft(rest)) saveMine();
      else if (mine.length === 0) save(sending(rest, saving), draft);
      else send(sending(rest, saving), () => undefined, saveMine);
    },
  };
}

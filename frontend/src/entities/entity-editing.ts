import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cachedPage, conflictsOf, useWholeWrite } from '../kit/whole-write.ts';
import { DRAFT_KEYS } from '../kit/draft-place.ts';
import { useStoredDraft } from '../kit/stored-draft.ts';
import { notify } from '../ui/toast.tsx';
import { counted, mentionOf, savedPage, withFixedCounts } from './counted-entities.ts';
import { conflictsNow, entityConflicts, mineOn, withoutConflicts } from './entity-conflicts.ts';
import type { EntityConflict, Kept } from './entity-conflicts.ts';
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

/** The entities of an episode while somebody works on them: what is listed, what may be done, what stands in the way. */
export function useEntityEditing(page: EpisodePage) {
  const { uuid } = page.episode;
  const client = useQueryClient();
  const { draft, isRestored, change, current } = useStoredDraft(DRAFT_KEYS.entities(uuid), EntityDraft);
  const [conflicts, setConflicts] = useState<readonly EntityConflict[]>([]);
  const { mutate, isPending } = useWholeWrite(uuid, 'entities');
  const rows = rowsOf(page.entityMentions, draft);
  const standing = conflictsNow(conflicts, draft);
  const pageNow = () => cachedPage(client, uuid) ?? page;
  const base = () => current() ?? draftOn(page);
  const set = (next: EntityDraft) => change(isEmptyDraft(next) ? null : next);

  const send = (sent: EntityDraft, { learn }: Saving, onSaved: () => void, onDone: () => void) =>
    mutate({
      shown: (shown) => savedPage(shown, sent),
      body: { entityMentions: entityMentionsOf(sent), learnFromManualAdditions: learn },
      version: sent.version,
      onSaved,
      onDone,
      onFailed: (error) => {
        setConflicts(entityConflicts(conflictsOf(error), sent));
        notify('Failed to save entities', { detail: error.message, isDestructive: true });
      },
    });
  /** Saves what `known`, the draft as it is now, comes to; what is done to it meanwhile stays unsaved. */
  const saveAll = (sent: EntityDraft, saving: Saving, known: EntityDraft | null) => {
    let seen = { mentions: pageNow().entityMentions, draft: known };
    send(
      sent,
      saving,
      () => {
        const now = current();
        // Also of a draft that was restored: what is left of it is new.
        change(null);
        if (now === known) seen = { mentions: pageNow().entityMentions, draft: null };
        else change(now);
      },
      () => {
        setConflicts([]);
        const now = current();
        if (now !== seen.draft) {
          const after = pageNow();
          set(withLater(after.entityMentions, draftOn(after), changesBetween(seen.mentions, seen.draft, now)));
        }
        notify('Entities saved successfully!');
      },
    );
  };

  return {
    rows,
    isUnsaved: draft !== null,
    isRestored,
    isSaving: isPending,
    conflicts: standing,
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
      // In a conflict what was loaded is an answer as well.
      const isAsked = standing.some((conflict) => conflict.key === key);
      set(isAsked ? withEdited(base(), key, entity) : withFields(base(), key, entity));
      notify(`Updated entity: ${fields.name} with type "${fields.type}"`);
    },
    remove: ({ key, name }: EntityRow) => {
      const before = base();
      set(withRemoved(before, key));
      notify('Entity deleted', {
        detail: name,
        // What was done since stays.
        undo: () => set(withBroughtBack(current() ?? draftOn(pageNow()), before, key)),
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
      if (draft !== null && !isPending) saveAll(draft, saving, draft);
    },
    /** Saves all that is not in conflict, then, on top of what others did, what is to be kept of mine. */
    resolve: (kept: ReadonlyMap<string, Kept>, saving: Saving) => {
      if (draft === null || isPending) return;
      const rest = withoutConflicts(draft, standing);
      const mine = standing.filter(({ entityId }) => kept.get(entityId) !== 'theirs');
      const { entityMentions } = pageNow();
      const saveMine = () => {
        const now = current();
        const after = pageNow();
        const next = mineOn(after, now ?? draft, conflictsNow(mine, now));
        const later = changesBetween(entityMentions, draft, now).filter(
          ({ key }) => !standing.some((conflict) => conflict.key === key),
        );
        setConflicts([]);
        set(withLater(after.entityMentions, next, later));
        if (!isEmptyDraft(next)) saveAll(next, saving, current());
      };
      if (isEmptyDraft(rest)) saveMine();
      else if (mine.length === 0) saveAll(rest, saving, draft);
      else send(rest, saving, () => undefined, saveMine);
    },
    discard: () => {
      change(null);
      setConflicts([]);
      notify('Changes discarded', {
        undo: () => {
          if (current() === null) change(draft);
          else notify('Not undone', 'You have changed something new since.');
        },
      });
    },
  };
}

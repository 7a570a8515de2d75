import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cachedPage, conflictsOf, useWholeWrite } from '../episodes/whole-write.ts';
import { useStoredDraft } from '../kit/stored-draft.ts';
import { notify } from '../kit/toast.tsx';
import { counted, mentionOf, savedPage, withFixedCounts } from './counted-entities.ts';
import { entityConflicts, mineOn, withoutConflicts } from './entity-conflicts.ts';
import type { EntityConflict, Kept } from './entity-conflicts.ts';
import {
  draftOn,
  EntityDraft,
  entityMentionsOf,
  isEmptyDraft,
  rowsOf,
  withAdded,
  withEdited,
  withRemoved,
} from './entity-draft.ts';
import type { EntityFields, EntityRow } from './entity-draft.ts';
import { samplesOf } from './entity-counts.ts';
import type { KeywordSearch } from './keyword-matches.ts';

interface Saving {
  readonly learn: boolean;
}

/** The entities of an episode while somebody works on them: what is listed, what may be done, what stands in the way. */
export function useEntityEditing(page: EpisodePage) {
  const { uuid } = page.episode;
  const client = useQueryClient();
  const { draft, isRestored, change } = useStoredDraft(`earmark-entities-${uuid}`, EntityDraft);
  const [conflicts, setConflicts] = useState<readonly EntityConflict[]>([]);
  const { mutate, isPending } = useWholeWrite(uuid, 'entities');
  const rows = rowsOf(page.entityMentions, draft);
  const base = () => draft ?? draftOn(page);
  const set = (next: EntityDraft) => change(isEmptyDraft(next) ? null : next);

  const send = (sent: EntityDraft, { learn }: Saving, onSaved: () => void, onDone: () => void) =>
    mutate({
      shown: (shown) => savedPage(shown, sent),
      body: { entityMentions: entityMentionsOf(sent), learnFromManualAdditions: learn },
      version: sent.version,
      onSaved,
      onDone,
      onFailed: (error) => {
        setConflicts(entityConflicts(conflictsOf(error)));
        notify('Failed to save entities', { detail: error.message, isDestructive: true });
      },
    });
  const saveAll = (sent: EntityDraft, saving: Saving) =>
    send(
      sent,
      saving,
      () => change(null),
      () => {
        setConflicts([]);
        notify('Entities saved successfully!');
      },
    );

  return {
    rows,
    isUnsaved: draft !== null,
    isRestored,
    isSaving: isPending,
    conflicts,
    add: (fields: EntityFields, search: KeywordSearch | null) => {
      const entity = counted(page, fields, null);
      const found = search?.shown.map(({ segmentIndex }) => segmentIndex) ?? [];
      const contexts = found.length > 0 ? samplesOf(page.transcript, [...new Set(found)]) : entity.contexts;
      change(withAdded(base(), `added-${Date.now()}`, { ...entity, contexts }));
      notify(`Added entity: ${fields.name} (${entity.count} mentions) with type "${fields.type}"`);
    },
    edit: (key: string, fields: EntityFields) => {
      change(withEdited(base(), key, counted(page, fields, mentionOf(page, key))));
      notify(`Updated entity: ${fields.name} with type "${fields.type}"`);
    },
    remove: ({ key, name }: EntityRow) => {
      set(withRemoved(base(), key));
      // Whatever is done next replaces the message, so that the draft of now is the one to go back to.
      notify('Entity deleted', { detail: name, undo: () => change(draft) });
    },
    fixCounts: () => {
      const { draft: next, fixed } = withFixedCounts(page, draft);
      change(next);
      if (fixed.length === 0) return notify('All counts are right');
      const changes = fixed.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join(', ');
      notify(fixed.length === 1 ? 'Fixed 1 count' : `Fixed ${fixed.length} counts`, changes);
    },
    save: (saving: Saving) => {
      if (draft !== null && !isPending) saveAll(draft, saving);
    },
    /** Saves all that is not in conflict, then, on top of what others did, what is to be kept of mine. */
    resolve: (kept: ReadonlyMap<string, Kept>, saving: Saving) => {
      if (draft === null || isPending) return;
      const rest = withoutConflicts(draft, conflicts);
      const mine = conflicts.filter(({ entityId }) => kept.get(entityId) !== 'theirs');
      const saveMine = () => {
        const next = mineOn(cachedPage(client, uuid) ?? page, draft, mine);
        setConflicts([]);
        set(next);
        if (!isEmptyDraft(next)) saveAll(next, saving);
      };
      if (isEmptyDraft(rest)) saveMine();
      else if (mine.length === 0) saveAll(rest, saving);
      else send(rest, saving, () => undefined, saveMine);
    },
    discard: () => {
      change(null);
      setConflicts([]);
      notify('Changes discarded', { undo: () => change(draft) });
    },
  };
}

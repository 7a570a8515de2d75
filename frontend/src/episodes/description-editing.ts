import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../kit/toast.tsx';
import { useStoredDraft } from '../kit/stored-draft.ts';
import { DescriptionDraft, descriptionConflict } from './description-draft.ts';
import { cachedPage, conflictsOf, useWholeWrite } from './whole-write.ts';

/** The description while somebody works on it: HTML, empty for none. */
export function useDescriptionEditing(page: EpisodePage) {
  const { uuid } = page.episode;
  const client = useQueryClient();
  const { draft, isRestored, change } = useStoredDraft(`earmark-description-${uuid}`, DescriptionDraft);
  const [conflict, setConflict] = useState<{ mine: string; theirs: string } | null>(null);
  const { mutate, isPending, error, reset } = useWholeWrite(uuid, 'description');

  const send = ({ version, html }: DescriptionDraft) =>
    mutate({
      shown: (shown) => ({ ...shown, description: html === '' ? null : html }),
      body: { description: html },
      version,
      onSaved: () => change(null),
      onDone: () => {
        setConflict(null);
        notify('Success', 'Episode description updated successfully!');
      },
      onFailed: (failure) => {
        setConflict(descriptionConflict(conflictsOf(failure)));
        notify('Error', {
          detail: 'Failed to update episode description. Please try again.',
          isDestructive: true,
        });
      },
    });

  return {
    html: draft?.html ?? page.description ?? '',
    isUnsaved: draft !== null,
    isRestored,
    isSaving: isPending,
    conflict,
    /** Why the last save failed; null when it did not. */
    failure: error?.message ?? null,
    type: (html: string) => change({ version: draft?.version ?? page.version, html }),
    save: () => {
      if (draft !== null && !isPending) send(draft);
    },
    /** Saves what is written here over what somebody else wrote. */
    keepMine: () => {
      if (draft === null) return;
      const mine = { ...draft, version: (cachedPage(client, uuid) ?? page).version };
      change(mine);
      send(mine);
    },
    /** Goes back to what is there now. */
    discard: () => {
      change(null);
      setConflict(null);
      reset();
      notify('Changes discarded', { undo: () => change(draft) });
    },
  };
}

import type { EpisodePage } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_KEYS } from '../kit/draft-place.ts';
import { textOfHtml } from '../ui/safe-html.tsx';
import { useStoredDraft } from '../kit/stored-draft.ts';
import { notify } from '../ui/toast.tsx';
import { descriptionConflict, DescriptionDraft, draftOnto, retyped } from './description-draft.ts';
import { cachedPage, conflictsOf, useWholeWrite } from '../kit/whole-write.ts';

interface Conflict {
  readonly base: string;
  readonly theirs: string;
  /** Of the page with theirs. */
  readonly version: string;
}

/** The description while somebody works on it: HTML, empty for none. */
export function useDescriptionEditing(page: EpisodePage) {
  const { uuid } = page.episode;
  const client = useQueryClient();
  const { draft, isRestored, change, current } = useStoredDraft(DRAFT_KEYS.description(uuid), DescriptionDraft);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { mutate, isPending, error, reset } = useWholeWrite(uuid, 'description');
  const shownNow = () => cachedPage(client, uuid) ?? page;

  /** What was typed while it was saved, on top of that. */
  const goOn = (sent: string) => {
    const now = current();
    const saved = shownNow();
    // Where somebody else was quicker than the reading, the draft keeps its version: the next save will say so.
    if (now !== null && textOfHtml(saved.description ?? '') === textOfHtml(sent)) change(draftOnto(saved, now.html));
  };
  const send = ({ version, html }: DescriptionDraft) =>
    mutate({
      shown: (shown) => ({ ...shown, description: html === '' ? null : html }),
      body: { description: html },
      version,
      onSaved: () => {
        const now = current();
        // Also of a draft that was restored: what is left of it is new.
        change(null);
        if (now !== null && now.html !== html) change(now);
      },
      onDone: () => {
        setConflict(null);
        goOn(html);
        notify('Success', 'Episode description updated successfully!');
      },
      onFailed: (failure) => {
        const found = descriptionConflict(conflictsOf(failure));
        setConflict(found && { ...found, version: shownNow().version });
        const now = current();
        // Taken back while it was under way.
        if (now !== null && now.html === now.base) change(null);
        notify('Error', {
          detail: 'Failed to update episode description. Please try again.',
          isDestructive: true,
        });
      },
    });
  /** What is written here as a change of what somebody else wrote. */
  const ontoTheirs = (mine: DescriptionDraft, { version, theirs }: Conflict): DescriptionDraft => ({
    version,
    base: theirs,
    html: mine.html,
  });

  return {
    html: draft?.html ?? page.description ?? '',
    /** What is no change. */
    saved: draft?.base ?? page.description ?? '',
    isUnsaved: draft !== null,
    isRestored,
    isSaving: isPending,
    /** Mine is what would be sent now. */
    conflict: draft === null || conflict === null ? null : { ...conflict, mine: draft.html },
    /** Why the last save failed; null when it did not. */
    failure: error?.message ?? null,
    type: (html: string) => {
      const now = current();
      const next = retyped(now, page, html);
      // While a save is under way the page shows that one: what is typed stays beside it until it has ended.
      if (next === null && now !== null && isPending) change({ ...now, html });
      else change(next);
    },
    save: () => {
      if (draft !== null && !isPending) send(draft);
    },
    /** Saves what is written here over what somebody else wrote. */
    keepMine: () => {
      if (draft === null || conflict === null || isPending) return;
      const mine = ontoTheirs(draft, conflict);
      change(mine);
      send(mine);
    },
    /** Goes on writing, to be saved over what somebody else wrote. */
    edit: () => {
      if (draft !== null && conflict !== null) change(ontoTheirs(draft, conflict));
    },
    /** Goes back to what is there now. */
    discard: () => {
      change(null);
      setConflict(null);
      reset();
      notify('Changes discarded', {
        undo: () => {
          if (current() === null) change(draft);
          else notify('Not undone', 'You have written something new since.');
        },
      });
    },
  };
}

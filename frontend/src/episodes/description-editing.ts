import type { EpisodePage } from '@earmark/contracts/episodes';
import { textOfHtml } from '../ui/safe-html.tsx';
import { descriptionConflict, DescriptionDraft, draftOnto, retyped } from './description-draft.ts';
import type { Described } from './description-draft.ts';
import { useDraft } from './use-draft.ts';
import type { Later } from './use-draft.ts';

/** The description while somebody works on it: HTML, empty for none. */
export function useDescriptionEditing(page: EpisodePage) {
  const { draft, refusal, isSaving, isRestored, failure, current, put, save, discard } = useDraft(
    page,
    'description',
    DescriptionDraft,
    {
      isEmpty: ({ base, html }) => html === base,
      shown: (shown, { html }) => ({ ...shown, description: html === '' ? null : html }),
      merge: laterText,
      saved: ['Success', 'Episode description updated successfully!'],
      failed: () => ['Error', 'Failed to update episode description. Please try again.'],
    },
  );
  const found = refusal && descriptionConflict(refusal.conflicts);
  const send = (sent: DescriptionDraft) => save({ draft: sent, body: { description: sent.html } });
  /** What is written here as a change of what somebody else wrote; null when there is nothing to choose. */
  const ontoTheirs = (): DescriptionDraft | null =>
    draft && refusal && found && { version: refusal.version, base: found.theirs, html: draft.html };

  return {
    isSaving,
    isRestored,
    failure,
    discard,
    html: draft?.html ?? page.description ?? '',
    /** What is no change. */
    saved: draft?.base ?? page.description ?? '',
    isUnsaved: draft !== null,
    /** Mine is what would be sent now. */
    conflict: draft && found && { ...found, mine: draft.html },
    type: (html: string) => {
      const now = current();
      const next = retyped(now, page, html);
      // While a save is under way the page shows that one: what is typed stays beside it until it has ended.
      put(next === null && now !== null && isSaving ? { ...now, html } : next);
    },
    save: () => {
      if (draft !== null && !isSaving) send(draft);
    },
    /** Saves what is written here over what somebody else wrote. */
    keepMine: () => {
      const mine = ontoTheirs();
      if (mine === null || isSaving) return;
      put(mine);
      send(mine);
    },
    /** Goes on writing, to be saved over what somebody else wrote. */
    edit: () => {
      const mine = ontoTheirs();
      if (mine !== null) put(mine);
    },
  };
}

/** What was typed while a description was saved, on top of that; null when it reads the same. */
function laterText({ sent, to }: Later<DescriptionDraft>, page: Described): DescriptionDraft | null {
  if (to === null || to.html === sent.html) return null;

  // Where somebody else was quicker than the reading, the draft keeps its version: the next save will say so.
  return textOfHtml(page.description ?? '') === textOfHtml(sent.html) ? draftOnto(page, to.html) : to;
}

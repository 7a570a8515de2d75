import type { EpisodePage } from '@earmark/contracts/episodes';
import { textOfHtml } from '../ui/safe-html.tsx';
import { descriptionConflict, DescriptionDraft, draftOnto, retyped } from './description-draft.ts';
import type { Described } from './description-draft.ts';
import { useDraft } from './use-draft.ts';
import type { Later } from './use-draft.ts';

/** State and actions of editing a description: HTML, empty for none. */
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
  /** My text as a change on top of theirs; null when there is no conflict. */
  const ontoTheirs = (): DescriptionDraft | null =>
    draft && refusal && found && { version: refusal.version, base: found.theirs, html: draft.html };

  return {
    isSaving,
    isRestored,
    failure,
    discard,
    html: draft?.html ?? page.description ?? '',
    /** The text that counts as unchanged. */
    saved: draft?.base ?? page.description ?? '',
    isUnsaved: draft !== null,
    /** `mine` is what would be sent now. */
    conflict: draft && found && { ...found, mine: draft.html },
    type: (html: string) => {
      const now = current();
      const next = retyped(now, page, html);
      // During a save the page shows the text being saved; text typed meanwhile is kept separately until the save ends.
      put(next === null && now !== null && isSaving ? { ...now, html } : next);
    },
    save: () => {
      if (draft !== null && !isSaving) send(draft);
    },
    /** Saves my text over theirs. */
    keepMine: () => {
      const mine = ontoTheirs();
      if (mine === null || isSaving) return;
      put(mine);
      send(mine);
    },
    /** Continues editing my text, to be saved over theirs. */
    edit: () => {
      const mine = ontoTheirs();
      if (mine !== null) put(mine);
    },
  };
}

/** The text typed during a save, on top of what was saved; null when they are equal. */
function laterText({ sent, to }: Later<DescriptionDraft>, page: Described): DescriptionDraft | null {
  if (to === null || to.html === sent.html) return null;

  // If someone else saved before the page was refetched, the draft keeps its version, so the next save reports a conflict.
  return textOfHtml(page.description ?? '') === textOfHtml(sent.html) ? draftOnto(page, to.html) : to;
}

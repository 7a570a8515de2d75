import type { SaveConflict } from '@earmark/contracts/episodes';
import { z } from 'zod';

/** A description that is not saved yet. */
export const DescriptionDraft = z.object({
  /** Of the page that it began on. */
  version: z.string(),
  /** The description of that page; drafts that were kept before this was recorded have none. */
  base: z.string().optional(),
  html: z.string(),
});
export type DescriptionDraft = z.infer<typeof DescriptionDraft>;

export interface Described {
  readonly version: string;
  readonly description: string | null;
}

/** A text on top of what the page says; null when that is the same. */
export const draftOnto = ({ version, description }: Described, html: string): DescriptionDraft | null =>
  html === (description ?? '') ? null : { version, base: description ?? '', html };

/** The draft with another text; null when that is what it began with. */
export function retyped(draft: DescriptionDraft | null, page: Described, html: string): DescriptionDraft | null {
  if (draft?.base === undefined) return draft === null ? draftOnto(page, html) : { ...draft, html };

  return html === draft.base ? null : { ...draft, html };
}

const Html = z.string().nullable().catch(null);

/** What both began with and what they have, as HTML, empty for none; null when nobody else has changed it. */
export function descriptionConflict(conflicts: readonly SaveConflict[]): { base: string; theirs: string } | null {
  const [conflict] = conflicts;

  return conflict === undefined
    ? null
    : { base: Html.parse(conflict.base) ?? '', theirs: Html.parse(conflict.theirs) ?? '' };
}

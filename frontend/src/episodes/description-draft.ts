import type { SaveConflict } from '@earmark/contracts/episodes';
import { z } from 'zod';

/** An unsaved description. */
export const DescriptionDraft = z.object({
  /** Version of the page when editing started. */
  version: z.string(),
  /** Description of that page; drafts kept before this was recorded have none. */
  base: z.string().optional(),
  html: z.string(),
});
export type DescriptionDraft = z.infer<typeof DescriptionDraft>;

export interface Described {
  readonly version: string;
  readonly description: string | null;
}

/** A draft of this text on top of the page; null when it equals the page. */
export const draftOnto = ({ version, description }: Described, html: string): DescriptionDraft | null =>
  html === (description ?? '') ? null : { version, base: description ?? '', html };

/** The draft with a new text; null when that equals its starting version. */
export function retyped(draft: DescriptionDraft | null, page: Described, html: string): DescriptionDraft | null {
  if (draft?.base === undefined) return draft === null ? draftOnto(page, html) : { ...draft, html };

  return html === draft.base ? null : { ...draft, html };
}

const Html = z.string().nullable().catch(null);

/** The common starting version and theirs as HTML, empty for none; null when no one else changed it. */
export function descriptionConflict(conflicts: readonly SaveConflict[]): { base: string; theirs: string } | null {
  const [conflict] = conflicts;

  return conflict === undefined
    ? null
    : { base: Html.parse(conflict.base) ?? '', theirs: Html.parse(conflict.theirs) ?? '' };
}

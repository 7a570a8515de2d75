import { z } from 'zod';
import type { SaveConflict } from '@earmark/contracts/episodes';

/** A description that is not saved yet, and the version of the page that it began on. */
export const DescriptionDraft = z.object({ version: z.string(), html: z.string() });
export type DescriptionDraft = z.infer<typeof DescriptionDraft>;

const Html = z.string().nullable().catch(null);

/** Both versions as HTML, null for none; null when nobody else has changed it. */
export function descriptionConflict(conflicts: readonly SaveConflict[]): { mine: string; theirs: string } | null {
  const [conflict] = conflicts;

  return conflict === undefined
    ? null
    : { mine: Html.parse(conflict.mine) ?? '', theirs: Html.parse(conflict.theirs) ?? '' };
}

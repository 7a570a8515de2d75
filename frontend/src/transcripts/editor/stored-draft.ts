import { SegmentView } from '@earmark/contracts/transcripts';
import { z } from 'zod';
import type { Edit } from './draft.ts';

const StoredDraft = z.object({
  /** Of the transcript that was changed. */
  version: z.string(),
  edits: z.array(
    z.object({
      id: z.string(),
      base: SegmentView.nullable(),
      mine: SegmentView.nullable(),
      after: z.string().nullable(),
    }),
  ),
});
type StoredDraft = z.infer<typeof StoredDraft>;

const keyOf = (episodeUuid: string): string => `earmark-transcript-draft ${episodeUuid}`;

/** What was not saved of the episode's transcript on this device; null when nothing was. */
export function readStoredDraft(episodeUuid: string): StoredDraft | null {
  try {
    const text = localStorage.getItem(keyOf(episodeUuid));
    const parsed = text === null ? null : StoredDraft.safeParse(JSON.parse(text));

    return parsed?.data ?? null;
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keeps what is not saved yet; without edits nothing is kept. */
export function storeDraft(episodeUuid: string, version: string, edits: readonly Edit[]): void {
  try {
    if (edits.length === 0) localStorage.removeItem(keyOf(episodeUuid));
    else localStorage.setItem(keyOf(episodeUuid), JSON.stringify({ version, edits }));
  } catch (error) {
    // Where the browser keeps nothing, or no more, the draft lives as long as the page.
    if (!(error instanceof DOMException)) throw error;
  }
}

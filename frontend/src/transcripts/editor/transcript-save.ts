import type { SegmentView } from '@earmark/contracts/transcripts';
import { notify } from '../../ui/toast.tsx';
import { conflictsOf } from '../transcripts.api.ts';
import { SOMEBODY } from './draft-store.ts';
import type { DraftStore } from './draft-store.ts';

interface SavedTranscript {
  /** Of what was saved; null when it went together with changes of others, so that the page has to be read. */
  readonly version: string | null;
}

export interface TranscriptSaving {
  /** Rejects when it was refused or did not arrive. */
  save: (transcript: { segments: readonly SegmentView[]; version: string }) => Promise<SavedTranscript>;
  /** Reads the page again; resolves when it is there. */
  refresh: () => Promise<void>;
}

interface Surroundings {
  /** Takes over what is being typed; false when it cannot be. */
  close: () => boolean;
  showClashes: () => void;
  returnFocus: () => void;
}

const FAILED = 'Failed to save transcript';

/** Saves the draft. Answers when the page shows what was saved, or when it has failed; it never rejects. */
export function useTranscriptSave(store: DraftStore, { save, refresh }: TranscriptSaving, around: Surroundings) {
  return async (): Promise<void> => {
    if (!around.close()) return;
    const { rows, version, clashes } = store.state().draft;
    if (clashes.size > 0) {
      notify(FAILED, { detail: 'Choose first what stands where both sides made changes.', isDestructive: true });

      return around.showClashes();
    }
    store.saving();
    try {
      const answer = await save({ segments: rows, version });
      store.saved(rows, version, answer.version);
      notify('Transcript saved successfully!');
    } catch (error) {
      store.clash(conflictsOf(error), SOMEBODY);
      notify(FAILED, { detail: error instanceof Error ? error.message : String(error), isDestructive: true });
    }
    await refresh();
    store.savingEnded();
    if (store.state().draft.clashes.size > 0) around.showClashes();
    else around.returnFocus();
  };
}

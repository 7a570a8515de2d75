import type { SegmentView } from '@earmark/contracts/transcripts';
import { useEffect } from 'react';
import { notify } from '../../kit/toast.tsx';
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

const READ_AGAIN_MS = 1000;
const FAILED = 'Failed to save transcript';

/** Reads the page again until it shows what went together with the last save: the projections may be late. */
export function useCatchUp(isBehind: boolean, { refresh }: TranscriptSaving): void {
  useEffect(() => {
    if (!isBehind) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const readLater = () => {
      if (!isOver) timer = setTimeout(() => void refresh().then(readLater), READ_AGAIN_MS);
    };
    readLater();

    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isBehind, refresh]);
}

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

import { z } from 'zod';
import { conflictsOf, useWholeWrite } from '../../episodes/whole-write.ts';
import { useSendWhenBack } from '../../episodes/send-when-back.ts';
import { notify } from '../../ui/toast.tsx';
import { Conflict } from './draft.ts';
import { SOMEBODY } from './draft-store.ts';
import type { DraftStore } from './draft-store.ts';

interface Surroundings {
  /** Takes over what is being typed; false when it cannot be. */
  close: () => boolean;
  showClashes: () => void;
  returnFocus: () => void;
}

const FAILED = 'Failed to save transcript';

/** Saves the draft; `isSaving` until the page has been read again. */
export function useTranscriptSave(store: DraftStore, episodeUuid: string, around: Surroundings) {
  const { mutate, isPending } = useWholeWrite(episodeUuid, 'transcript');
  const waits = useSendWhenBack();
  const end = () => {
    if (store.state().draft.clashes.size > 0) around.showClashes();
    else around.returnFocus();
  };

  const save = () => {
    if (isPending || !around.close()) return;
    const { rows, version, clashes } = store.state().draft;
    if (clashes.size > 0) {
      notify(FAILED, { detail: 'Choose first what stands where both sides made changes.', isDestructive: true });

      return around.showClashes();
    }
    mutate({
      shown: (page) => ({ ...page, transcript: [...rows] }),
      body: { segments: rows },
      version,
      onSaved: (answered) => {
        store.saved(rows, version, answered);
        notify('Transcript saved successfully!');
      },
      onRefused: (error) => {
        const unsent = {
          what: 'transcript',
          send: save,
          isWanted: () => store.state().isChanged,
          isUnchanged: () => store.state().draft.rows === rows && store.state().draft.version === version,
        };
        if (waits(error, unsent)) return;
        store.clash(z.array(Conflict).safeParse(conflictsOf(error)).data ?? [], SOMEBODY);
        notify(FAILED, { detail: error.message, isDestructive: true });
      },
      onDone: end,
      onFailed: end,
    });
  };

  return { save, isSaving: isPending };
}

import type { EpisodePage } from '@earmark/contracts/episodes';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDraftPlace } from '../../episodes/use-draft.ts';
import { makeDraftStore, SOMEBODY } from './draft-store.ts';

/** The unsaved changes to the episode's transcript, merged with whatever others save meanwhile. */
export function useTranscriptDraft({ episode, transcript, version }: EpisodePage, lastEditor: string | null) {
  const place = useDraftPlace('transcript', episode.uuid);
  const [store] = useState(() => makeDraftStore(place, transcript, version));
  const state = useSyncExternalStore(store.subscribe, store.state);

  useEffect(
    () => store.follow({ segments: transcript, version }, lastEditor ?? SOMEBODY),
    [store, transcript, version, lastEditor],
  );
  useEffect(() => {
    addEventListener('pagehide', store.keep);

    return () => {
      removeEventListener('pagehide', store.keep);
      store.keep();
    };
  }, [store]);

  return { ...state, store, isUnsaved: state.isChanged || state.isTyped };
}

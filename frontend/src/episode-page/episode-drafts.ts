import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { me } from '../accounts/accounts.api.ts';
import { draftKey } from '../episodes/episode-drafts.ts';
import { hasDraft, watchDrafts } from '../kit/draft-place.ts';
import { useMayEdit } from './edit-toggle.tsx';
import { EDITOR_TABS } from './episode-address.ts';
import type { EditorTab } from './episode-address.ts';

/** The editors in which this account has unsaved changes to the episode in this browser. */
export function useUnsaved(episodeUuid: string): EditorTab[] {
  const mayEdit = useMayEdit();
  const owner = useQuery(me).data?.user?.username ?? '';
  // As a string, so that equal values are identical.
  const found = useSyncExternalStore(watchDrafts, () =>
    EDITOR_TABS.filter((tab) => mayEdit && hasDraft(draftKey(tab, episodeUuid), owner)).join(' '),
  );

  return EDITOR_TABS.filter((tab) => found.split(' ').includes(tab));
}

import type { EpisodePage, SaveConflict } from '@earmark/contracts/episodes';
import { useQueryClient } from '@tanstack/react-query';
import { use, useRef, useState } from 'react';
import type { z } from 'zod';
import { DraftOwnerContext, makeDraftPlace } from '../kit/draft-place.ts';
import type { DraftPlace } from '../kit/draft-place.ts';
import { notify } from '../ui/toast.tsx';
import { draftKey } from './episode-drafts.ts';
import { useSendWhenBack } from './send-when-back.ts';
import { cachedPage, conflictsOf, useWholeWrite } from './whole-write.ts';
import type { EpisodePart } from './whole-write.ts';

/** What was done to a draft while it was being saved. */
export interface Later<Draft> {
  readonly sent: Draft;
  /** The page and the draft that it was done to. */
  readonly from: { readonly page: EpisodePage; readonly draft: Draft | null };
  readonly to: Draft | null;
}

interface Refusal<Draft> {
  readonly conflicts: readonly SaveConflict[];
  readonly sent: Draft;
  /** Of the page that holds what somebody else has saved. */
  readonly version: string;
}

interface DraftRules<Draft> {
  readonly isEmpty: (draft: Draft) => boolean;
  readonly shown: (page: EpisodePage, draft: Draft) => EpisodePage;
  /** What was done later, on top of the page as it is after the save; an empty draft when nothing is left of it. */
  readonly merge: (later: Later<Draft>, page: EpisodePage) => Draft | null;
  /** Messages of a save: what is said, and more about it. */
  readonly saved: readonly [message: string, detail?: string];
  readonly failed: (error: Error) => readonly [message: string, detail: string];
}

interface Sending<Draft> {
  readonly draft: Draft;
  readonly body: unknown;
}

/** Where this browser keeps the account's unsaved changes to a part of the episode. */
export function useDraftPlace(part: EpisodePart, episodeUuid: string): DraftPlace {
  const owner = use(DraftOwnerContext);
  const [place] = useState(() => makeDraftPlace(draftKey(part, episodeUuid), owner));

  return place;
}

/**
 * What somebody has not saved yet of a part of an episode, kept in this browser until it is saved or discarded, beside
 * whatever others do meanwhile.
 */
export function useDraft<Schema extends z.ZodType<{ version: string }>>(
  page: EpisodePage,
  part: EpisodePart,
  schema: Schema,
  rules: DraftRules<z.infer<Schema>>,
) {
  type Draft = z.infer<Schema>;
  const { uuid } = page.episode;
  const client = useQueryClient();
  const place = useDraftPlace(part, uuid);
  const [draft, setDraft] = useState<Draft | null>(() => place.read(schema));
  // For what comes back later, as an answer or an undo does.
  const newest = useRef(draft);
  const [isRestored, setRestored] = useState(draft !== null);
  const [refusal, setRefusal] = useState<Refusal<Draft> | null>(null);
  const { mutate, isPending, error, reset } = useWholeWrite(uuid, part);
  const waits = useSendWhenBack();
  const current = () => newest.current;
  const pageNow = () => cachedPage(client, uuid) ?? page;

  /** Null forgets it. */
  const put = (next: Draft | null) => {
    if (next === null) place.renew(null);
    else place.put(next);
    newest.current = next;
    setDraft(next);
    if (next === null) setRestored(false);
  };
  const change = (next: Draft | null) => put(next === null || rules.isEmpty(next) ? null : next);

  const send = (sending: Sending<Draft>, onSaved: () => void, onDone: () => void): void => {
    const { draft: sent, body } = sending;
    mutate({
      shown: (shown) => rules.shown(shown, sent),
      body,
      version: sent.version,
      onSaved,
      onDone,
      onFailed: (failure) => {
        const unsent = {
          what: part,
          send: () => send(sending, onSaved, onDone),
          isWanted: () => current() !== null,
          isUnchanged: () => current() === sent && pageNow().version === sent.version,
        };
        if (waits(failure, unsent)) return reset();
        setRefusal({ conflicts: conflictsOf(failure), sent, version: pageNow().version });
        // What was taken back while it was under way.
        const now = current();
        if (now !== null && rules.isEmpty(now)) put(null);
        const [message, detail] = rules.failed(failure);
        notify(message, { detail, isDestructive: true });
      },
    });
  };
  /** Saves what `known`, the draft as it is now, comes to; what is done to it meanwhile stays unsaved. */
  const save = (sending: Sending<Draft>, known: Draft | null = sending.draft) => {
    let from = { page: pageNow(), draft: known };
    send(
      sending,
      () => {
        const to = current();
        // Also of a draft that was restored: what is left of it is new.
        put(null);
        if (to === known) from = { page: pageNow(), draft: null };
        else put(to);
      },
      () => {
        setRefusal(null);
        const to = current();
        if (to !== from.draft) change(rules.merge({ sent: sending.draft, from, to }, pageNow()));
        const [message, detail] = rules.saved;
        notify(message, detail === undefined ? {} : { detail });
      },
    );
  };

  return {
    /** Null when nothing is unsaved. */
    draft,
    /** Whether it was found here when the page was opened, and is still that one's work. */
    isRestored,
    isSaving: isPending,
    /** Why the last save failed; null when it did not. */
    failure: error?.message ?? null,
    /** What somebody else has changed as well; null when that is not known. */
    refusal,
    settle: () => setRefusal(null),
    current,
    pageNow,
    change,
    put,
    send,
    save,
    discard: () => {
      put(null);
      setRefusal(null);
      if (!isPending) reset();
      notify('Changes discarded', {
        undo: () => {
          if (current() === null) put(draft);
          else notify('Not undone', 'You have changed something since.');
        },
      });
    },
  };
}

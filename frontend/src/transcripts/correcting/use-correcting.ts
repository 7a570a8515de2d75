import type { EpisodePage } from '@earmark/contracts/episodes';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSendWhenBack } from '../../episodes/send-when-back.ts';
import { useWholeWrite } from '../../episodes/whole-write.ts';
import { notify, withdrawUndo } from '../../ui/toast.tsx';
import { isTyped, makeCorrectionDrafts } from './correction-drafts.ts';
import type { CorrectionDraft } from './correction-drafts.ts';

/** What is selected when the text opens: from one offset to another; null for the end of the text. */
export type Selected = readonly [from: number, to: number] | null;

/** The segment that is corrected in place. */
export interface OpenCorrection {
  readonly id: string;
  readonly draft: CorrectionDraft;
  readonly selected: Selected;
  /** Whether the reader asked for it elsewhere on the page, so that its row has to come into view. */
  readonly isAskedFor: boolean;
  /** Opened again, a segment has a new form. */
  readonly turn: number;
}

export type Correcting = ReturnType<typeof useCorrecting>;

/**
 * Corrects the text of one segment at a time where it is read. Each correction is saved by itself; until then it is kept on
 * this device.
 */
export function useCorrecting(page: EpisodePage, owner: string) {
  const { uuid } = page.episode;
  const drafts = useMemo(() => makeCorrectionDrafts(uuid, owner), [uuid, owner]);
  const [open, setOpen] = useState<OpenCorrection | null>(null);
  /** Drafts of an earlier visit that were neither continued nor discarded. */
  const found = useMemo(() => Object.values(drafts.all()).filter(isTyped), [drafts]);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const { mutate } = useWholeWrite(uuid, 'transcript');
  const waits = useSendWhenBack();
  const goneId = open === null || page.transcript.some(({ id }) => id === open.id) ? null : open.id;
  const latest = useRef({ page, open });
  useEffect(() => {
    latest.current = { page, open };
  });
  useEffect(() => withdrawUndo, []);

  const find = (id: string) => latest.current.page.transcript.find((row) => row.id === id);
  const settle = (id: string) => setSettled((before) => new Set(before).add(id));
  const turns = useRef(0);
  const show = (draft: CorrectionDraft, selected: Selected, isAskedFor = false) => {
    settle(draft.base.id);
    turns.current += 1;
    setOpen({ id: draft.base.id, draft, selected, isAskedFor, turn: turns.current });
  };
  const start = (id: string, selected: Selected = null, isAskedFor = false) => {
    const segment = find(id);
    const draft = drafts.all()[id] ?? (segment && { base: segment, text: segment.text });
    if (draft !== undefined) show(draft, selected, isAskedFor);
  };

  /** Goes on with a draft. What is open elsewhere stays kept. */
  const reopen = (id: string) => start(id, null, true);
  /** Sends the segment with this text, on top of the page as it is now. */
  const send = (draft: CorrectionDraft, onSaved: () => void): void => {
    const { page: sent } = latest.current;
    const { id } = draft.base;
    const text = draft.text.trim();
    const rewritten = (rows: EpisodePage['transcript']) => rows.map((row) => (row.id === id ? { ...row, text } : row));
    const again = () => send(draft, onSaved);
    mutate({
      shown: (shown) => ({ ...shown, transcript: rewritten(shown.transcript) }),
      body: { segments: rewritten(sent.transcript) },
      version: sent.version,
      onSaved: () => {
        if (drafts.all()[id]?.text === draft.text) drafts.drop(id);
        onSaved();
      },
      onDone: () => undefined,
      onFailed: (error) => {
        drafts.put(draft);
        const unsent = {
          what: 'correction',
          send: again,
          isWanted: () => drafts.all()[id] !== undefined,
          isUnchanged: () => drafts.all()[id]?.text === draft.text && find(id)?.text === draft.base.text,
        };
        if (waits(error, unsent)) return;
        notify('The correction was not saved', {
          detail: error.message,
          isDestructive: true,
          action: latest.current.open === null ? undefined : { label: 'Open it', run: () => reopen(id) },
        });
        // What was typed is in view again, beside what others made of the segment.
        if (latest.current.open === null) start(id);
      },
    });
  };
  const undo = ({ base, text }: CorrectionDraft) => {
    const now = find(base.id);
    if (now?.text.trim() !== text.trim()) return notify('Not undone', 'The segment has been changed since.');
    send({ base: now, text: base.text }, () => notify('The correction was undone'));
  };

  const wasDeleted = useEffectEvent((id: string) => {
    const text = drafts.all()[id]?.text;
    notify('Somebody has deleted the segment meanwhile', text === undefined ? {} : { detail: `You wrote: ${text}` });
  });
  useEffect(() => {
    if (goneId !== null) wasDeleted(goneId);
  }, [goneId]);

  return {
    open: goneId === null ? open : null,
    found: found.filter(({ base }) => !settled.has(base.id) && page.transcript.some(({ id }) => id === base.id)),
    start,
    reopen,
    /** Called with every change of the text. */
    keep: (draft: CorrectionDraft) => {
      if (isTyped(draft)) drafts.put(draft);
      else drafts.drop(draft.base.id);
    },
    save: (draft: CorrectionDraft) => {
      const { id } = draft.base;
      setOpen((now) => (now?.id === id ? null : now));
      if (find(id)?.text.trim() === draft.text.trim()) return drafts.drop(id);
      send(draft, () => notify('Correction saved', { undo: () => undo(draft) }));
    },
    cancel: (draft: CorrectionDraft) => {
      setOpen(null);
      drafts.drop(draft.base.id);
      if (!isTyped(draft)) return;
      notify('Correction discarded', {
        undo: () => {
          drafts.put(draft);
          show(draft, null, true);
        },
      });
    },
    discardFound: (id: string) => {
      drafts.drop(id);
      settle(id);
    },
  };
}

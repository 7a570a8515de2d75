import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { notify } from '../../ui/toast.tsx';
import { bringIntoView, isInView } from '../row-scroll.ts';
import type { DraftStore } from './draft-store.ts';
import { focusRow, rowOf } from './row-focus.ts';
import { joined, newSegment, splitAt } from './segment-changes.ts';
import type { Caret, SegmentFormHandle } from './segment-form.tsx';

interface Open {
  readonly id: string;
  readonly caret: Caret;
  /** A segment that is opened again has a form of its own. */
  readonly turn: number;
  /** Whether it was just added: then it goes when it is cancelled. */
  readonly isNew: boolean;
}

interface OpenSegmentSources {
  store: DraftStore;
  episodeUuid: string;
  boxRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  formRef: RefObject<SegmentFormHandle | null>;
}

/** The one segment that is being edited, and what can be done with it. */
export function useOpenSegment({ store, episodeUuid, boxRef, listRef, formRef }: OpenSegmentSources) {
  const [open, setOpen] = useState<Open | null>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const focusNext = useRef<string | null>(null);

  useLayoutEffect(() => {
    const id = open?.id ?? focusNext.current;
    const row = id === null || listRef.current === null ? null : rowOf(listRef.current, id);
    if (row === null || boxRef.current === null || listRef.current === null) return;
    if (open === null) focusRow(boxRef.current, listRef.current, row);
    else if (!isInView(boxRef.current, row)) bringIntoView(boxRef.current, row);
    focusNext.current = null;
  });

  const rows = () => store.state().draft.rows;
  const find = (id: string) => rows().find((row) => row.id === id);
  const show = (id: string, caret: Caret, isNew = false) => {
    setLastId(id);
    setOpen((before) => ({ id, caret, turn: (before?.turn ?? 0) + 1, isNew }));
  };
  const leave = (focusId: string | null) => {
    store.forget();
    focusNext.current = focusId;
    setOpen(null);
  };
  /** Takes over what was typed. False: it cannot be taken, and the form says why. */
  const close = (): boolean => {
    const fields = formRef.current?.fields();
    if (open === null || find(open.id) === undefined || fields === undefined) return true;
    if (fields.text.trim() === '') {
      formRef.current?.refuse('Write some text, or delete the segment.');

      return false;
    }
    store.take();
    leave(null);

    return true;
  };
  const remove = (id: string) => {
    const at = rows().findIndex((row) => row.id === id);
    const next = rows()[at + 1] ?? rows()[at - 1];
    if (open === null || open.id === id) {
      // What is taken back comes back as it was typed.
      store.take();
      leave(next?.id ?? null);
    }
    const { undo } = store.change((all) => all.filter((row) => row.id !== id));
    notify('Segment deleted', { undo });
  };

  return {
    open,
    lastId,
    close,
    remove,
    start: (id: string, caret: Caret = null) => {
      if (close()) show(id, caret);
    },
    add: () => {
      if (!close()) return;
      const added = newSegment(rows(), episodeUuid);
      store.change((all) => [...all, added]);
      show(added.id, 'all', true);
    },
    done: () => {
      if (close()) focusNext.current = open?.id ?? null;
    },
    cancel: () => {
      if (open?.isNew !== true) return leave(open?.id ?? null);
      const rest = rows().filter(({ id }) => id !== open.id);
      leave(rest.at(-1)?.id ?? null);
      store.change(() => rest);
    },
    next: () => {
      const at = rows().findIndex((row) => row.id === open?.id);
      const following = rows()[at + 1];
      if (following !== undefined && close()) show(following.id, 0);
    },
    split: (caret: number) => {
      const text = formRef.current?.fields().text;
      if (open === null || text === undefined) return;
      if (text.slice(0, caret).trim() === '' || text.slice(caret).trim() === '')
        return formRef.current?.refuse('Put the caret between the words where the segment is to be split.');
      store.take();
      const row = find(open.id);
      if (row === undefined) return;
      const isClash = store.state().draft.clashes.has(row.id);
      const parts = isClash || row.text.trim() !== text.trim() ? null : splitAt({ ...row, text }, caret);
      if (parts === null) return formRef.current?.refuse('Somebody else has changed the segment meanwhile.');
      store.change((all) => all.flatMap((one) => (one === row ? parts : [one])));
      show(parts[1].id, 0);
    },
    merge: () => {
      const id = open?.id;
      if (id === undefined || !close()) return;
      const at = rows().findIndex((row) => row.id === id);
      const [row, following] = rows().slice(at, at + 2);
      if (row === undefined || following === undefined) return;
      const both = joined(row, following);
      const { undo } = store.change((all) =>
        all.flatMap((one) => (one === row ? [both] : one === following ? [] : [one])),
      );
      notify('Segments merged', { undo });
      show(id, row.text.trim().length);
    },
    /** Both sides agree about it: the form has nothing more to say. */
    settle: (id: string) => {
      if (open?.id === id) leave(id);
    },
    discard: () => {
      const undo = store.discard();
      const last = lastId === null ? undefined : find(lastId);
      leave((last ?? rows()[0])?.id ?? null);
      notify('Changes discarded', { undo });
    },
  };
}

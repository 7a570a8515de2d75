import type { SegmentView } from '@earmark/contracts/transcripts';
import type { DraftPlace } from '../../kit/draft-place.ts';
import {
  applied,
  clashing,
  editsBetween,
  editsOf,
  followed,
  KeptDraft,
  makeDraft,
  resolved,
  savedAs,
  undone,
  withRows,
} from './draft.ts';
import type { Conflict, Draft } from './draft.ts';
import type { Fields } from './segment-changes.ts';
import { isChangedSince, isTypedIn, shownWhile, withTyped } from './typing.ts';
import type { Typing } from './typing.ts';

const KEEP_AFTER_MS = 400;
export const SOMEBODY = 'somebody else';

export interface EditorState {
  readonly draft: Draft;
  /** Whether something differs from what the server has. */
  readonly isChanged: boolean;
  /** Whether what is typed in the open segment differs from it. */
  readonly isTyped: boolean;
  /** Whether it began with what was left unsaved on this device. */
  readonly isRestored: boolean;
  /** What somebody else has saved meanwhile; null when nothing, or it was read. */
  readonly news: { readonly by: string; readonly count: number } | null;
}

export type DraftStore = ReturnType<typeof makeDraftStore>;

/** The draft of one episode's transcript, kept in its place on this device as it changes. */
export function makeDraftStore(place: DraftPlace, segments: readonly SegmentView[], version: string) {
  const listeners = new Set<() => void>();
  // Outside of the state: a key that is typed renders nothing.
  let typing: Typing | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Whether anything was changed here since it was last kept.
  let isEdited = false;
  let state = opened(place, segments, version);
  // Without what is being typed.
  let { draft } = state;
  // Versions of pages that hold nothing new: they were followed, or what was saved here came after them.
  const known = new Set([version]);

  /** Shows what was changed. */
  const show = (changes: Partial<Omit<EditorState, 'draft'>> = {}) => {
    const shown = shownWhile(typing, draft);
    const isChanged = shown === state.draft ? state.isChanged : editsOf(shown).length > 0;
    state = { ...state, ...changes, draft: shown, isChanged, isTyped: isTypedIn(typing) };
    for (const listener of listeners) listener();
  };
  /** Writes it down now. What another tab has written stands until something is changed here. */
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const edits = editsOf(withTyped(draft, typing));
    const kept = { version: draft.version, edits };
    if (edits.length === 0) place.renew(null);
    else if (isEdited) place.put(kept);
    else place.renew(kept);
    isEdited = false;
  };
  const keepSoon = () => {
    timer ??= setTimeout(keep, KEEP_AFTER_MS);
  };
  const edit = (next: Draft) => {
    draft = next;
    isEdited = true;
    show();
    keepSoon();
  };
  /** Makes what is typed a part of the draft. */
  const take = () => {
    const next = withTyped(draft, typing);
    typing = null;
    if (next === draft) show();
    else edit(next);
  };
  const undo = (back: ReturnType<typeof editsBetween>) => {
    // What was typed since then is not to be lost, so that its segment stays.
    if (back.some(({ id }) => id === typing?.id)) take();
    edit(withRows(draft, undone(back, draft.rows)));
  };
  const change = (to: (rows: readonly SegmentView[]) => readonly SegmentView[]) => {
    const { rows: before } = draft;
    const rows = to(before);
    edit(withRows(draft, rows));
    const back = editsBetween(rows, before);

    return { changed: back.length, undo: () => undo(back) };
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
    /** Answers how many segments that changed, and what takes it back. */
    change,
    /** What stands in the fields of the open segment. */
    type: (id: string, fields: Fields) => {
      const row = state.draft.rows.find((one) => one.id === id);
      if (row === undefined) return;
      typing = typing?.id === id ? { ...typing, fields } : { id, from: row, fields, by: null };
      isEdited = true;
      if (isTypedIn(typing) !== state.isTyped || shownWhile(typing, draft) !== state.draft) show();
      keepSoon();
    },
    take,
    /** Forgets what is typed. */
    forget: () => {
      if (typing === null) return;
      typing = null;
      show();
      keepSoon();
    },
    typedIn: (id: string): Fields | null => (typing?.id === id ? typing.fields : null),
    keep,
    /** The page was read again. The open segment stays as it is typed. */
    follow: (page: { segments: readonly SegmentView[]; version: string }, by: string) => {
      if (known.has(page.version)) return;
      known.add(page.version);
      const wasChanged = typing !== null && isChangedSince(typing, draft);
      const { draft: next, others } = followed(draft, page, by);
      draft = next;
      // A form in which nothing is typed shows what is new.
      if (typing !== null && !wasChanged && isChangedSince(typing, draft))
        typing = isTypedIn(typing) ? { ...typing, by } : null;
      show({ news: others === 0 ? state.news : { by, count: others } });
      keepSoon();
    },
    clash: (conflicts: readonly Conflict[], by: string) => {
      if (conflicts.length === 0) return;
      draft = clashing(draft, conflicts, by);
      show();
    },
    /** What is typed in that segment is settled with it. */
    resolve: (id: string, chosen: SegmentView | null) => {
      const isMine = chosen !== null && state.draft.rows.includes(chosen);
      const typed = typing?.id === id ? withTyped(draft, typing) : draft;
      if (typing?.id === id) typing = null;
      const mine = typed.rows.find((row) => row.id === id) ?? null;
      edit(resolved(typed, id, isMine ? mine : chosen));
    },
    readNews: () => show({ news: null }),
    discard: () => {
      const { rows } = withTyped(draft, typing);
      typing = null;
      draft = makeDraft(draft.theirs, draft.version);
      show({ isRestored: false });
      keep();
      const back = editsBetween(draft.theirs, rows);

      return () => undo(back);
    },
    /** `answered` names the state after it; null: others had changes too, and the page has to be read. */
    saved: (rows: readonly SegmentView[], base: string, answered: string | null) => {
      known.add(base);
      // Whoever has read the page meanwhile knows more than the answer.
      if (draft.version === base) draft = savedAs(draft, rows, answered ?? base);
      show({ isRestored: false });
      keep();
    },
  };
}

function opened(place: DraftPlace, segments: readonly SegmentView[], version: string): EditorState {
  const fresh = makeDraft(segments, version);
  const kept = place.read(KeptDraft);
  const { rows, clashes } = applied(kept?.edits ?? [], segments);
  const changedBy = new Map([...clashes.keys()].map((id) => [id, SOMEBODY]));
  const draft = kept === null ? fresh : { ...fresh, rows, clashes, changedBy };
  const isChanged = editsOf(draft).length > 0;

  return { draft, isChanged, isTyped: false, isRestored: isChanged, news: null };
}

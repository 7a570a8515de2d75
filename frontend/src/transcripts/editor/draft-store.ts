import type { SegmentView } from '@earmark/contracts/transcripts';
import { applied, clashing, editsBetween, editsOf, followed, makeDraft, resolved, savedAs, undone } from './draft.ts';
import type { Draft } from './draft.ts';
import { withFields } from './segment-changes.ts';
import type { Fields } from './segment-changes.ts';
import { readStoredDraft, storeDraft } from './stored-draft.ts';

const KEEP_AFTER_MS = 400;
export const SOMEBODY = 'somebody else';

export interface EditorState {
  readonly draft: Draft;
  /** Whether something differs from what the server has. */
  readonly isChanged: boolean;
  /** Whether what is typed in the open segment differs from it. */
  readonly isTyped: boolean;
  readonly isSaving: boolean;
  /** Whether it began with what was left unsaved on this device. */
  readonly isRestored: boolean;
  /** What somebody else has saved meanwhile; null when nothing, or it was read. */
  readonly news: { readonly by: string; readonly count: number } | null;
}

interface Conflict {
  readonly segmentId: string;
  readonly base: SegmentView | null;
  readonly theirs: SegmentView | null;
}

export type DraftStore = ReturnType<typeof makeDraftStore>;

/** The draft of one episode's transcript, kept on this device as it changes. */
export function makeDraftStore(episodeUuid: string, segments: readonly SegmentView[], version: string) {
  const listeners = new Set<() => void>();
  // Outside of the state: a key that is typed renders nothing.
  let typed: { id: string; fields: Fields } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state = opened(episodeUuid, segments, version);

  const set = (changes: Partial<EditorState>) => {
    const draft = changes.draft ?? state.draft;
    const isChanged = draft === state.draft ? state.isChanged : editsOf(draft).length > 0;
    state = { ...state, ...changes, isChanged };
    for (const listener of listeners) listener();
  };
  const withTyped = (rows: readonly SegmentView[]) =>
    typed === null || typed.fields.text.trim() === ''
      ? rows
      : rows.map((row) => (row.id === typed?.id ? withFields(row, typed.fields) : row));
  /** Writes it down now. */
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    storeDraft(episodeUuid, state.draft.version, editsOf({ ...state.draft, rows: withTyped(state.draft.rows) }));
  };
  const keepSoon = () => {
    timer ??= setTimeout(keep, KEEP_AFTER_MS);
  };
  const change = (to: (rows: readonly SegmentView[]) => readonly SegmentView[]) => {
    const { draft } = state;
    const rows = to(draft.rows);
    set({ draft: { ...draft, rows } });
    keepSoon();
    const back = editsBetween(rows, draft.rows);

    return {
      changed: back.length,
      undo: () => {
        set({ draft: { ...state.draft, rows: undone(back, state.draft.rows) } });
        keepSoon();
      },
    };
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);

      return () => listeners.delete(listener);
    },
    /** Answers how many segments that changed, and what takes it back. */
    change,
    /** What stands in the fields of the open segment; null: none is open. */
    type: (now: { id: string; fields: Fields } | null) => {
      typed = now;
      const row = now === null ? undefined : state.draft.rows.find(({ id }) => id === now.id);
      const isTyped = row !== undefined && now !== null && withFields(row, now.fields) !== row;
      if (isTyped !== state.isTyped) set({ isTyped });
      keepSoon();
    },
    typedIn: (id: string): Fields | null => (typed?.id === id ? typed.fields : null),
    keep,
    /** The page was read again. */
    follow: (page: { segments: readonly SegmentView[]; version: string }, by: string) => {
      if (page.version === state.draft.version) return;
      // What is being typed counts, so that nobody's change replaces it.
      const current = { ...state.draft, rows: withTyped(state.draft.rows) };
      typed = null;
      const { draft, others } = followed(current, page, by);
      set({ draft, isTyped: false, news: others === 0 ? state.news : { by, count: others } });
      keepSoon();
    },
    clash: (conflicts: readonly Conflict[], by: string) => {
      if (conflicts.length > 0) set({ draft: clashing(state.draft, conflicts, by) });
    },
    resolve: (id: string, chosen: SegmentView | null) => {
      set({ draft: resolved(state.draft, id, chosen) });
      keepSoon();
    },
    readNews: () => set({ news: null }),
    discard: () => {
      const { draft } = state;
      set({ isRestored: false, draft: makeDraft(draft.theirs, draft.version) });
      typed = null;
      set({ isTyped: false });
      keep();
      const back = editsBetween(draft.theirs, draft.rows);

      return () => {
        set({ draft: { ...state.draft, rows: undone(back, state.draft.rows) } });
        keepSoon();
      };
    },
    saving: () => set({ isSaving: true }),
    saved: (rows: readonly SegmentView[], base: string) => {
      set({ draft: savedAs(state.draft, rows, base), isRestored: false });
      keep();
    },
    savingEnded: () => set({ isSaving: false }),
  };
}

function opened(episodeUuid: string, segments: readonly SegmentView[], version: string): EditorState {
  const fresh = makeDraft(segments, version);
  const stored = readStoredDraft(episodeUuid);
  const { rows, clashes } = applied(stored?.edits ?? [], segments);
  const changedBy = new Map([...clashes.keys()].map((id) => [id, SOMEBODY]));
  const draft = stored === null ? fresh : { ...fresh, rows, clashes, changedBy };
  const isChanged = editsOf(draft).length > 0;

  return { draft, isChanged, isTyped: false, isSaving: false, isRestored: isChanged, news: null };
}

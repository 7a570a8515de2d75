import { SegmentView } from '@earmark/contracts/transcripts';
import { z } from 'zod';
import { isSame, merged } from './merged.ts';

/** What became of one segment. */
export const Edit = z.object({
  id: z.string(),
  /** Null: it was not there. */
  base: SegmentView.nullable(),
  /** Null: it is deleted. */
  mine: SegmentView.nullable(),
  /** Id of the segment before it, for one that has to be put in its place; null: it is the first. */
  after: z.string().nullable(),
});
export type Edit = z.infer<typeof Edit>;

/** A draft as this browser stores it. `version` is that of the transcript it changes. */
export const KeptDraft = z.object({ version: z.string(), edits: z.array(Edit) });

/** A segment that made the server refuse a save: somebody else has changed it to `theirs`. */
export const Conflict = z.object({
  segmentId: z.string(),
  base: SegmentView.nullable(),
  theirs: SegmentView.nullable(),
});
export type Conflict = z.infer<typeof Conflict>;

/** A transcript as somebody is changing it, beside how the server has it. */
export interface Draft {
  /** Of `theirs`, for If-Match. */
  readonly version: string;
  readonly theirs: readonly SegmentView[];
  readonly rows: readonly SegmentView[];
  /** Segments of which both sides changed the same field, by id: what both began with. My side stands until one is chosen. */
  readonly clashes: ReadonlyMap<string, SegmentView | null>;
  /** Segments changed here that somebody else has changed since, by id: who that was. */
  readonly changedBy: ReadonlyMap<string, string>;
}

const NONE = new Map<string, never>();

export const makeDraft = (theirs: readonly SegmentView[], version: string): Draft => ({
  version,
  theirs,
  rows: theirs,
  clashes: NONE,
  changedBy: NONE,
});

/** What would be saved. Segments that nobody has touched are the same objects on both sides, so this is quick. */
export function editsOf({ theirs, rows, clashes }: Pick<Draft, 'theirs' | 'rows' | 'clashes'>): Edit[] {
  const bases = new Map<string, SegmentView | null>(theirs.map((row) => [row.id, row]));
  for (const [id, base] of clashes) bases.set(id, base);
  const edits: Edit[] = [];
  let after: string | null = null;
  for (const mine of rows) {
    const base = bases.get(mine.id) ?? null;
    bases.delete(mine.id);
    if (base !== mine && (base === null || !isSame(base, mine))) edits.push({ id: mine.id, base, mine, after });
    after = mine.id;
  }
  for (const [id, base] of bases) if (base !== null) edits.push({ id, base, mine: null, after: null });

  return edits;
}

/** What one list has become in the other. */
export const editsBetween = (theirs: readonly SegmentView[], rows: readonly SegmentView[]): Edit[] =>
  editsOf({ theirs, rows, clashes: NONE });

/** The edits made to these segments instead of the ones they began with. */
export function applied(
  edits: readonly Edit[],
  theirs: readonly SegmentView[],
): { rows: SegmentView[]; clashes: Map<string, SegmentView | null> } {
  const open = new Map(edits.map((edit) => [edit.id, edit]));
  const clashes = new Map<string, SegmentView | null>();
  const rows: SegmentView[] = [];
  for (const row of theirs) {
    const edit = open.get(row.id);
    open.delete(row.id);
    const result = edit === undefined ? row : merged(edit.base, edit.mine, row);
    if (edit !== undefined && result === 'clash') clashes.set(row.id, edit.base);
    const shown = result === 'clash' ? (edit?.mine ?? null) : result;
    if (shown !== null) rows.push(shown);
  }
  for (const { id, base, mine, after } of open.values()) {
    if (mine === null) continue;
    if (base !== null) clashes.set(id, base);
    insert(rows, mine, after);
  }

  return { rows, clashes };
}

/** The edits taken back, but for segments that have been changed since. */
export function undone(edits: readonly Edit[], rows: readonly SegmentView[]): SegmentView[] {
  const current = new Map(rows.map((row) => [row.id, row]));
  const isAsLeft = ({ id, base }: Edit) => {
    const row = current.get(id) ?? null;

    return row === base || (row !== null && base !== null && isSame(row, base));
  };

  return applied(edits.filter(isAsLeft), rows).rows;
}

/** The draft on what the server has now. `others`: how many segments somebody else has changed. */
export function followed(
  draft: Draft,
  page: { readonly segments: readonly SegmentView[]; readonly version: string },
  by: string,
): { draft: Draft; others: number } {
  const known = new Map(draft.theirs.map((row) => [row.id, row]));
  const theirs = page.segments.map((row) => {
    const before = known.get(row.id);

    return before !== undefined && isSame(before, row) ? before : row;
  });
  const mine = new Map(draft.rows.map((row) => [row.id, row]));
  const byOthers = editsBetween(draft.theirs, theirs).filter(({ id, mine: now }) => {
    const row = mine.get(id);

    return now === null ? row !== undefined : row === undefined || !isSame(row, now);
  });
  const { rows, clashes } = applied(editsOf(draft), theirs);
  const next = { version: page.version, theirs, rows, clashes, changedBy: NONE };
  const changed = new Set(byOthers.map(({ id }) => id));
  const changedBy = new Map<string, string>();
  for (const { id } of editsOf(next)) {
    const who = changed.has(id) ? by : draft.changedBy.get(id);
    if (who !== undefined) changedBy.set(id, who);
  }

  return { draft: { ...next, changedBy }, others: byOthers.length };
}

/** The draft after the server refused to save these segments. */
export function clashing(draft: Draft, conflicts: readonly Conflict[], by: string): Draft {
  const now = new Map(conflicts.map(({ segmentId, theirs }) => [segmentId, theirs]));
  const theirs = draft.theirs.flatMap((row) => {
    const changed = now.get(row.id);
    now.delete(row.id);

    return changed === undefined ? [row] : changed === null ? [] : [changed];
  });
  for (const row of now.values()) if (row !== null) insert(theirs, row, null);
  const clashes = new Map(draft.clashes);
  const changedBy = new Map(draft.changedBy);
  for (const { segmentId, base } of conflicts) {
    clashes.set(segmentId, base);
    changedBy.set(segmentId, by);
  }

  return { ...draft, theirs, clashes, changedBy };
}

/** One side was chosen for a clash, or a text of its own; null: the segment goes. */
export function resolved(draft: Draft, id: string, chosen: SegmentView | null): Draft {
  const clashes = new Map(draft.clashes);
  clashes.delete(id);
  const at = draft.theirs.findIndex((row) => row.id === id);
  const theirs = draft.theirs[at];
  const row = chosen !== null && theirs !== undefined && isSame(chosen, theirs) ? theirs : chosen;
  const isThere = draft.rows.some((one) => one.id === id);
  const rows = draft.rows.flatMap((one) => (one.id !== id ? [one] : row === null ? [] : [row]));
  if (!isThere && row !== null) insert(rows, row, draft.theirs[at - 1]?.id ?? null);

  return { ...draft, rows, clashes };
}

/** These rows were saved as this version: they are what others are compared with until the page is read again. */
export const savedAs = (draft: Draft, rows: readonly SegmentView[], version: string): Draft => ({
  ...draft,
  version,
  theirs: rows,
  clashes: NONE,
  changedBy: NONE,
});

/** The draft with other rows. What neither side has any more is nothing to choose from. */
export function withRows(draft: Draft, rows: readonly SegmentView[]): Draft {
  if (draft.clashes.size === 0) return { ...draft, rows };
  const there = new Set([...rows, ...draft.theirs].map(({ id }) => id));

  return { ...draft, rows, clashes: new Map([...draft.clashes].filter(([id]) => there.has(id))) };
}

/** Behind the segment with this id; where that is gone, by time. */
export function insert(rows: SegmentView[], row: SegmentView, after: string | null): void {
  const before = after === null ? -1 : rows.findIndex(({ id }) => id === after);
  if (before !== -1) return void rows.splice(before + 1, 0, row);
  const later = rows.findIndex(({ startTime }) => startTime > row.startTime);
  rows.splice(later === -1 ? rows.length : later, 0, row);
}

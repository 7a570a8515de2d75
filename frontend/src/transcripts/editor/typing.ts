import type { SegmentView } from '@earmark/contracts/transcripts';
import { insert } from './draft.ts';
import type { Draft } from './draft.ts';
import { isSame, merged } from './merged.ts';
import { withFields } from './segment-changes.ts';
import type { Fields } from './segment-changes.ts';

/** What stands in the fields of the open segment. */
export interface Typing {
  readonly id: string;
  /** The segment as the typing began. */
  readonly from: SegmentView;
  readonly fields: Fields;
  /** Who has changed the segment since; null: nobody. */
  readonly by: string | null;
}

/** Whether the fields differ from what they began with. */
export const isTypedIn = (typing: Typing | null): boolean =>
  typing !== null && withFields(typing.from, typing.fields) !== typing.from;

/**
 * The draft with what is typed, beside what somebody else has changed of the segment since; a clash where that is the same
 * field. A segment without text is not taken.
 */
export function withTyped(draft: Draft, typing: Typing | null): Draft {
  if (typing === null || !isTypedIn(typing) || typing.fields.text.trim() === '') return draft;
  const { id, from, fields, by } = typing;
  const mine = withFields(from, fields);
  const row = find(draft, id);
  const result = row === undefined ? 'clash' : merged(from, mine, row);
  const shown = result === 'clash' || result === null ? mine : result;
  const rows = draft.rows.map((one) => (one === row ? shown : one));
  if (row === undefined) insert(rows, mine, null);
  const clashes = new Map(draft.clashes);
  if (result === 'clash' && !clashes.has(id)) clashes.set(id, from);
  const changedBy = new Map(draft.changedBy);
  if (by !== null) changedBy.set(id, by);

  return { ...draft, rows, clashes, changedBy };
}

/** The draft as it is shown while somebody types: what is typed is no part of it yet, unless it is to be chosen from. */
export function shownWhile(typing: Typing | null, draft: Draft): Draft {
  if (typing === null || !isChangedSince(typing, draft)) return draft;
  const typed = withTyped(draft, typing);

  return typed.clashes.size > draft.clashes.size ? typed : draft;
}

/** Whether the segment is another, or gone, since the typing began. */
export function isChangedSince({ id, from }: Typing, draft: Draft): boolean {
  const row = find(draft, id);

  return row === undefined || !isSame(from, row);
}

const find = ({ rows }: Draft, id: string): SegmentView | undefined => rows.find((row) => row.id === id);

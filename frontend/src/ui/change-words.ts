import { diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

// Beyond this length both texts are shown in full, one after the other.
const LONGEST_MS = 300;
const AROUND_CHARACTERS = 60;

/** Compares two texts word by word. Unchanged text far from any change is shortened to "…". */
export function wordChanges(from: string, to: string): Piece[] {
  const parts = diffWordsWithSpace(from, to, { timeout: LONGEST_MS });
  const pieces: Piece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') pieces.push({ text: removed, kind: 'removed' });
    if (added !== '') pieces.push({ text: added, kind: 'added' });
    [removed, added] = ['', ''];
  };
  for (const [index, part] of (parts ?? [whole(from, 'removed'), whole(to, 'added')]).entries()) {
    if (part.removed) removed += part.value;
    else if (part.added) added += part.value;
    else if (isBetween(part.value, index, parts?.length ?? 0)) {
      removed += part.value;
      added += part.value;
    } else {
      flush();
      pieces.push({ text: part.value, kind: 'same' });
    }
  }
  flush();

  return pieces.length < 2 ? pieces : pieces.map(shortened);
}

const whole = (value: string, kind: 'added' | 'removed') => ({
  value,
  added: kind === 'added',
  removed: kind === 'removed',
});

/** White space and punctuation between two changes, which read better as one change. */
const isBetween = (text: string, index: number, count: number): boolean =>
  index > 0 && index < count - 1 && !/[\p{L}\p{N}]/u.test(text);

function shortened(piece: Piece, index: number, pieces: readonly Piece[]): Piece {
  const { text, kind } = piece;
  if (kind !== 'same') return piece;
  const followsChange = index > 0;
  const precedesChange = index < pieces.length - 1;
  const kept = AROUND_CHARACTERS * (Number(followsChange) + Number(precedesChange));
  if (text.length <= kept + AROUND_CHARACTERS) return piece;
  const head = followsChange ? text.slice(0, AROUND_CHARACTERS).replace(/\S*$/, '') : '';
  const tail = precedesChange ? text.slice(-AROUND_CHARACTERS).replace(/^\S*/, '') : '';

  return { text: `${head}…${tail}`, kind };
}

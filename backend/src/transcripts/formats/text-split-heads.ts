import { looksLikeName } from './speaker-names.ts';
import type { Head } from './text-heads.ts';

/** A trimmed line and the head read from it alone. */
export interface Line {
  readonly text: string;
  readonly head: Head | null;
}

interface SplitHead {
  readonly speaker: string;
  readonly stamp: Head | null;
  readonly rest: string;
  /** How many lines the head takes up. */
  readonly lines: number;
}

/** A way to put name and time on separate lines; `concerns` selects the heads that this layout should account for. */
interface Layout {
  readonly read: (lines: readonly Line[], index: number) => SplitHead | null;
  readonly concerns: (head: Head) => boolean;
}

const LEAST_HEADS = 3;
const LAYOUTS: readonly Layout[] = [
  { read: stampThenName, concerns: isNameless },
  { read: nameThenStamp, concerns: isNameless },
  { read: boldName, concerns: ({ kind }) => kind !== 'stamp' },
];

/**
 * Joins heads that are split over two lines: a time above a turn becomes its start. A name without a colon, whether below,
 * beside or above a time or in bold, is a head only where the whole file uses this layout and its names recur.
 */
export function withSplitHeads(written: readonly Line[]): readonly Line[] {
  const lines = withTimesAbove(written);
  for (const { read, concerns } of LAYOUTS) {
    const found = new Map<number, SplitHead>();
    lines.forEach((_, index) => {
      const split = read(lines, index);
      if (split !== null && (split.rest !== '' || isSpeech(lines, index + split.lines))) found.set(index, split);
    });
    const names = new Set([...found.values()].map(({ speaker }) => speaker));
    const concerned = lines.filter(({ head }) => head !== null && concerns(head)).length;
    if (found.size >= LEAST_HEADS && names.size * 2 <= found.size && found.size * 4 >= concerned * 3)
      return joined(lines, found);
  }
  return lines;
}

function withTimesAbove(lines: readonly Line[]): readonly Line[] {
  const result = [...lines];
  lines.forEach(({ head }, index) => {
    if (!isNameless(head) || head.rest !== '') return;
    const below = nextWritten(lines, index + 1);
    const turn = lines[below]?.head;
    if (turn === undefined || turn === null || turn.kind === 'stamp' || turn.ms !== null) return;
    const { ms, endMs, isBare } = head;
    const text = lines[below]?.text ?? '';
    result[index] = { text: '', head: null };
    // The label may still turn out to be text; then the time is that of a line of text.
    const timed: Head =
      turn.kind === 'named' ? { ...turn, ms, endMs } : { ...turn, kind: 'stamp', ms, endMs, said: text, isBare };
    result[below] = { text, head: timed };
  });
  return result;
}

/** `00:00:01 - Ann Lee`, on one line or on two; between cells of a page there is a blank line. */
function stampThenName(lines: readonly Line[], index: number): SplitHead | null {
  const stamp = lines[index]?.head ?? null;
  if (!isNameless(stamp)) return null;
  const at = nextWritten(lines, index + 1);
  const below = lines[at];
  const isBeside = stamp.rest !== '';
  const speaker = nameIn(isBeside ? stamp.rest : below?.head === null ? below.text : '');
  return speaker === null ? null : { speaker, stamp, rest: '', lines: isBeside ? 1 : at - index + 1 };
}

/** `Ann Lee` above `(00:00:01) Hello`. */
function nameThenStamp(lines: readonly Line[], index: number): SplitHead | null {
  const name = lines[index];
  const speaker = name?.head === null ? nameIn(name.text) : null;
  if (speaker === null) return null;
  const at = nextWritten(lines, index + 1);
  const stamp = lines[at]?.head ?? null;
  return !isNameless(stamp) ? null : { speaker, stamp, rest: stamp.rest, lines: at - index + 1 };
}

/** `**Ann Lee**` alone on a line. */
function boldName(lines: readonly Line[], index: number): SplitHead | null {
  const line = lines[index];
  const speaker = line?.head === null && /^(?:\*\*|__)/.test(line.text) ? nameIn(line.text) : null;
  return speaker === null ? null : { speaker, stamp: null, rest: '', lines: 1 };
}

function joined(lines: readonly Line[], found: ReadonlyMap<number, SplitHead>): Line[] {
  const result: Line[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? { text: '', head: null };
    const split = found.get(index);
    if (split === undefined) {
      // A time alone continues with the same speaker.
      const isTimeAlone = isNameless(line.head) && line.head.rest === '';
      result.push(isTimeAlone ? { ...line, head: { ...line.head, kind: 'named' } } : line);
      continue;
    }
    const { speaker, stamp, rest } = split;
    const times = { ms: stamp?.ms ?? null, endMs: stamp?.endMs ?? null };
    result.push({ text: line.text, head: { kind: 'named', speaker, ...times, rest, said: rest, isBare: false } });
    index += split.lines - 1;
  }
  return result;
}

function isNameless(head: Head | null): head is Head {
  return head?.kind === 'stamp' && head.speaker === null;
}

function nameIn(text: string): string | null {
  const name = /^(\*\*|__)([^*_]+)\1$/.exec(text)?.[2]?.trim() ?? text;
  return looksLikeName(name) ? name : null;
}

function isSpeech(lines: readonly Line[], from: number): boolean {
  const next = lines[nextWritten(lines, from)];
  return next !== undefined && !isNameless(next.head);
}

function nextWritten(lines: readonly Line[], from: number): number {
  let index = from;
  while (lines[index]?.text === '') index += 1;
  return index;
}

import { looksLikeName } from './speaker-names.ts';
import type { Head } from './text-heads.ts';

/** A trimmed line of a text, and the head that it alone has. */
export interface Line {
  readonly text: string;
  readonly head: Head | null;
}

interface SplitHead {
  readonly speaker: string;
  readonly stamp: Head | null;
  readonly rest: string;
  /** How many lines it stands on. */
  readonly lines: number;
}

/** How names and times may stand apart; `concerns` are the heads that ought to be part of such heads. */
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
 * Lines whose heads that stand on two are one: a time above a turn is its start. A name without a colon, below, beside or above
 * a time or in bold, is a head only where the whole file is laid out so and its names recur.
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
    // A label is still to be borne out by the file; else the time is that of a line of text.
    const timed: Head =
      turn.kind === 'named' ? { ...turn, ms, endMs } : { ...turn, kind: 'stamp', ms, endMs, said: text, isBare };
    result[below] = { text, head: timed };
  });
  return result;
}

/** `00:00:01 - Ann Lee` or the two on two lines. */
function stampThenName(lines: readonly Line[], index: number): SplitHead | null {
  const stamp = lines[index]?.head ?? null;
  if (!isNameless(stamp)) return null;
  const below = lines[index + 1];
  const isBeside = stamp.rest !== '';
  const speaker = nameIn(isBeside ? stamp.rest : below?.head === null ? below.text : '');
  return speaker === null ? null : { speaker, stamp, rest: '', lines: isBeside ? 1 : 2 };
}

/** `Ann Lee` above `(00:00:01) Hello`. */
function nameThenStamp(lines: readonly Line[], index: number): SplitHead | null {
  const name = lines[index];
  const stamp = lines[index + 1]?.head ?? null;
  const speaker = name?.head === null ? nameIn(name.text) : null;
  return speaker === null || !isNameless(stamp) ? null : { speaker, stamp, rest: stamp.rest, lines: 2 };
}

/** `**Ann Lee**` and nothing else. */
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
      // A time alone goes on with the same speaker.
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

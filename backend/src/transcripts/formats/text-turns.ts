import { clockMs } from './clock.ts';
import { decodeEntities, tidy } from './markup.ts';
import type { RawCue, Stamp } from './raw-transcript.ts';

const CLOCK = String.raw`(\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?)`;
const INLINE_STAMP = new RegExp(String.raw`\[\\?${CLOCK}\\?\](?: to \[${CLOCK}\])?`, 'g');
const LEADING_STAMP = new RegExp(String.raw`^\(${CLOCK}\):?(?=\s|$)`);

/** A turn while it is read; its paragraphs are lists of lines. */
export interface OpenTurn {
  readonly speaker: string | null;
  readonly ms: number | null;
  readonly endMs: number | null;
  readonly paragraphs: string[][];
}

/** Adds a line to a turn; an empty line ends the paragraph. */
export function addLine(turn: OpenTurn, line: string): void {
  const last = turn.paragraphs.at(-1);
  if (line === '') {
    if (last === undefined || last.length > 0) turn.paragraphs.push([]);
  } else if (last === undefined) {
    turn.paragraphs.push([line]);
  } else {
    last.push(line);
  }
}

/**
 * The turn as a cue, with lines joined by spaces and paragraphs by line breaks. Bracketed times inside the text become
 * stamps; one at the very beginning becomes the start time.
 */
export function closedTurn(turn: OpenTurn): RawCue {
  let text = '';
  const stamps: Stamp[] = [];
  const add = (piece: string, isNewParagraph: boolean) => {
    const clean = tidy(decodeEntities(piece));
    if (clean === '') return;
    if (text !== '') text += isNewParagraph ? '\n' : /^[.,;:!?]/.test(clean) ? '' : ' ';
    text += clean;
  };
  const mark = (clock: string | undefined) => {
    const ms = clockMs(clock ?? '');
    if (ms !== null) stamps.push({ offset: text.length, ms });
  };

  for (const lines of turn.paragraphs) {
    let paragraph = withoutEmphasis(withoutLinks(lines.join(' ')));
    let isNewParagraph = true;
    const leading = LEADING_STAMP.exec(paragraph);
    if (leading !== null) {
      mark(leading[1]);
      paragraph = paragraph.slice(leading[0].length);
    }
    let from = 0;
    for (const match of paragraph.matchAll(INLINE_STAMP)) {
      const before = text.length;
      add(paragraph.slice(from, match.index), isNewParagraph);
      isNewParagraph &&= text.length === before;
      mark(match[1]);
      from = match.index + match[0].length;
    }
    add(paragraph.slice(from), isNewParagraph);
  }

  const [first] = stamps;
  const startMs = turn.ms ?? (first?.offset === 0 ? first.ms : null);
  return {
    startMs,
    endMs: turn.endMs,
    speaker: turn.speaker,
    text,
    stamps: stamps.filter((stamp) => stamp.offset > 0),
  };
}

/** `[text](address)` → `text`. */
function withoutLinks(text: string): string {
  return text.includes('](') ? text.replace(/!?\[([^[\]]{1,300})\]\([^()\s]{1,500}\)/g, '$1') : text;
}

/** Inline code, whose content is not markup, or a run of marks. */
const MARKS = /`[^`]+`|\*+|_+|~+/g;
const EMPHASIS = new Set(['*', '**', '***', '_', '__', '___', '~~']);
const BEFORE_OPENING = /[\s"'“”‘’([{<>—–\-…,.;:!?¿¡«»*_~]/;
const AFTER_OPENING = /[\p{L}\p{N}"'“‘«([¿¡&$#@*_~`]/u;
const BEFORE_CLOSING = /[^\s]/;
const AFTER_CLOSING = /[\s"'“”‘’)\]}<>—–\-…,.;:!?«»/*_~&]/;

/** Removes paired marks of emphasis and code: `_x_`, `**x**`, `~~x~~`. Snake_case, `2 * 3` and `_handle` are kept. */
export function withoutEmphasis(text: string): string {
  if (!/[*_~`]/.test(text)) return text;
  const open = new Map<string, number>();
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + mark.length);
    pieces.push(text.slice(from, index));
    from = index + mark.length;
    pieces.push(mark.startsWith('`') ? mark.slice(1, -1) : mark);
    if (!EMPHASIS.has(mark)) continue;

    const opening = open.get(mark);
    if (opening !== undefined && BEFORE_CLOSING.test(before) && (after === '' || AFTER_CLOSING.test(after))) {
      pieces[opening] = '';
      pieces[pieces.length - 1] = '';
      open.delete(mark);
    } else if ((before === '' || BEFORE_OPENING.test(before)) && AFTER_OPENING.test(after)) {
      open.set(mark, pieces.length - 1);
    } else if (/[@#/]/.test(before)) {
      // The next closing mark belongs to "@_handle_".
      open.delete(mark);
    }
  }
  return pieces.join('') + text.slice(from);
}

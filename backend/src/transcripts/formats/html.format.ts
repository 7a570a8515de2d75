import { clockMs } from './clock.ts';
import { BLOCKS, tidy, UNSEEN, walkMarkup } from './markup.ts';
import { TranscriptFormatUnknown, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { readText } from './text.format.ts';

/**
 * Reads a page of `<cite>Name:</cite><time>0:09</time><p>text</p>` (see `citedTurns`), or a page whose text consists of
 * turns. Null for text that is not HTML. Throws TranscriptFormatUnknown for an ordinary page.
 */
export function readHtml(source: string): RawTranscript | null {
  if (
    !/^\s*<(?:[a-z!?])/i.test(source) ||
    !/<\/?(?:html|body|head|p|div|cite|time|span|a|h\d|table)[\s>/]/i.test(source)
  )
    return null;
  const { cues, title, isTranscript } = citedTurns(source);
  if (isTranscript)
    return { format: 'html', layout: 'turns', carriesSpeakers: false, cues, title, publishedAt: null, warnings: [] };

  const { text, length } = visibleText(source);
  const page = readText(text, true);
  const spoken = page?.cues.reduce((sum, one) => sum + one.text.length, 0) ?? 0;
  if (page === null || page.cues.length < 5 || spoken < length * 0.5) {
    throw new TranscriptFormatUnknown('This web page contains no transcript in a format that Earmark can read.');
  }
  return { ...page, format: 'html-page', title };
}

/** The visible text of a page, a line per block and bold type as Markdown. `length` is that of the text without marks. */
function visibleText(source: string): { text: string; length: number } {
  const parts: string[] = [];
  let hidden = 0;
  let length = 0;
  const endLine = () => {
    if (parts.at(-1) !== '\n\n') parts.push('\n\n');
  };
  walkMarkup(source, false, {
    open: (name) => {
      if (UNSEEN.has(name)) hidden += 1;
      if (BLOCKS.has(name)) endLine();
      if (name === 'b' || name === 'strong') parts.push('**');
    },
    text: (piece) => {
      if (hidden > 0) return;
      const clean = piece.replace(/\s+/g, ' ');
      length += clean.trim().length;
      // The references are decoded already and must not be decoded twice.
      parts.push(clean.replaceAll('&', '&amp;'));
    },
    close: (name) => {
      if (UNSEEN.has(name)) hidden = Math.max(hidden - 1, 0);
      if (BLOCKS.has(name) && name !== 'br') endLine();
      if (name === 'b' || name === 'strong') parts.push('**');
    },
  });
  return { text: parts.join('').replace(/\*\*[ \n]*\*\*/g, ' '), length };
}

/** Brackets, dashes and colons between a name, its time and its text. */
const DECORATION = /^[\s()[\]:：|·–—-]*$/;
const COLON_FIRST = /^\s*[:：]/;
const COLON_LAST = /[:：]$/;

/** A `cite` or `time` that may be part of the text, depending on what follows. */
interface Pending {
  readonly element: 'cite' | 'time';
  readonly written: string;
  readonly isMidLine: boolean;
  after: string;
}

/**
 * Turns of `<cite>Name:</cite><time>0:09</time><p>text</p>`, with name and time in either order, tags left open and text in
 * any element. A `cite` or `time` inside a sentence is part of the sentence. `isTranscript`: the page consists of such turns.
 */
export function citedTurns(source: string): { cues: RawCue[]; title: string | null; isTranscript: boolean } {
  const cues: RawCue[] = [];
  const seen = { cites: 0, marks: 0 };
  let title = '';
  let within: 'cite' | 'time' | 'title' | null = null;
  let captured = '';
  let pending: Pending | null = null;
  let head: { speaker: string | null; ms: number | null } = { speaker: null, ms: null };
  let turn: 'none' | 'named' | 'timed' | 'begun' = 'none';
  let buffer = '';
  let isMidLine = false;
  let inParagraph = false;
  let hidden = 0;

  const flush = () => {
    const text = buffer.trim() === '' ? '' : tidy(buffer.replace(/\s+/g, ' '));
    const last = cues.at(-1);
    buffer = '';
    isMidLine = false;
    if (text === '') return;
    if (turn === 'named' || turn === 'timed' || last === undefined)
      cues.push({ startMs: head.ms, endMs: null, speaker: head.speaker, text, stamps: [] });
    else cues[cues.length - 1] = { ...last, text: `${last.text}\n${text}` };
    if (turn !== 'none') turn = 'begun';
  };
  const name = (written: string) => {
    flush();
    if (COLON_LAST.test(written)) seen.marks += 1;
    const speaker = tidy(written.replace(COLON_LAST, '').replace(/\s+/g, ' '));
    head = { speaker: speaker === '' ? null : speaker, ms: turn === 'timed' ? head.ms : null };
    turn = 'named';
  };
  const time = (ms: number) => {
    flush();
    seen.marks += 1;
    // A time without a name begins another turn of the same speaker.
    head = { speaker: head.speaker, ms };
    if (turn !== 'named') turn = 'timed';
  };
  // Before the first turn, only paragraphs can be speech; the rest belongs to the page.
  const add = (piece: string) => {
    if (turn === 'none' && !inParagraph) return;
    buffer += piece;
    if (piece.trim() !== '') isMidLine = true;
  };
  const settle = (isHead: boolean) => {
    if (pending === null) return;
    const { element, written, after } = pending;
    pending = null;
    const ms = element === 'time' ? clockOf(written) : null;
    if (!isHead) add(written + after);
    else if (ms !== null) time(ms);
    else name(COLON_FIRST.test(after) ? `${written}:` : written);
  };
  const endCapture = () => {
    const element = within;
    const written = captured.trim();
    within = null;
    captured = '';
    if (element === 'title') title ||= written.replace(/\s+/g, ' ');
    if (element === 'time') {
      const ms = clockOf(written);
      settle(ms !== null);
      if (ms === null) add(written);
      else if (isMidLine) pending = { element, written, isMidLine, after: '' };
      else time(ms);
    }
    if (element === 'cite') {
      seen.cites += 1;
      settle(pending?.element === 'time' || pending?.isMidLine === false);
      if (COLON_LAST.test(written) || (turn === 'timed' && !isMidLine)) name(written);
      else pending = { element, written, isMidLine, after: '' };
    }
  };
  const text = (piece: string) => {
    const isDecoration = DECORATION.test(piece);
    if (pending !== null && isDecoration) {
      pending.after += piece;
      return;
    }
    settle(pending?.element === 'cite' && COLON_FIRST.test(pending.after + piece));
    if (isMidLine || !(turn === 'named' || turn === 'timed')) add(piece);
    else if (!isDecoration) add(piece.replace(COLON_FIRST, ''));
  };
  const endLine = () => {
    endCapture();
    settle(pending?.isMidLine === false);
    isMidLine = false;
    buffer += ' ';
  };

  walkMarkup(source, false, {
    open: (element) => {
      if (UNSEEN.has(element)) hidden += 1;
      if ((element === 'title' && hidden === 1) || ((element === 'cite' || element === 'time') && hidden === 0)) {
        endCapture();
        within = element;
      } else if (hidden === 0 && BLOCKS.has(element)) {
        endLine();
        if (element !== 'br') flush();
        if (element === 'p') inParagraph = true;
      }
    },
    text: (piece) => {
      if (within === 'title' || (within !== null && hidden === 0)) captured += piece;
      else if (hidden === 0) text(piece);
    },
    close: (element) => {
      if (element === within) endCapture();
      if (UNSEEN.has(element)) hidden = Math.max(hidden - 1, 0);
      else if (hidden === 0 && BLOCKS.has(element) && element !== 'br') {
        endLine();
        flush();
        if (element === 'p') inParagraph = false;
      }
    },
  });
  endLine();
  flush();
  return {
    cues,
    title: title === '' ? null : title,
    isTranscript: cues.length > 0 && seen.marks > 0 && seen.marks >= seen.cites / 2,
  };
}

function clockOf(written: string): number | null {
  return clockMs(written.replace(/^[[(]|[\])]$/g, ''));
}

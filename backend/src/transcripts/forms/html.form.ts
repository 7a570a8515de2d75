import { clockMs } from './clock.ts';
import { tidy } from './inline-markup.ts';
import { walkMarkup } from './markup-walk.ts';
import { TranscriptFormUnknown, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { readText } from './text.form.ts';

const UNSEEN = new Set([
  'script',
  'style',
  'head',
  'nav',
  'footer',
  'noscript',
  'template',
  'svg',
  'button',
  'select',
  'aside',
]);
const BLOCKS = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'br',
  'tr',
  'td',
  'section',
  'article',
  'blockquote',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
]);

/**
 * Reads `<cite>Name:</cite><time>0:09</time><p>text</p>`, where name or time may be missing and tags unclosed; else a page
 * whose text has turns. Null for text that is not HTML. Throws TranscriptFormUnknown for an ordinary page.
 */
export function readHtml(source: string): RawTranscript | null {
  if (
    !/^\s*<(?:[a-z!?])/i.test(source) ||
    !/<\/?(?:html|body|head|p|div|cite|time|span|a|h\d|table)[\s>/]/i.test(source)
  )
    return null;
  const { cues, title, isTranscript } = citedTurns(source);
  if (isTranscript)
    return { form: 'html', layout: 'turns', carriesSpeakers: false, cues, title, publishedAt: null, warnings: [] };

  const { text, length } = visibleText(source);
  const page = readText(text, true);
  const spoken = page?.cues.reduce((sum, one) => sum + one.text.length, 0) ?? 0;
  if (page === null || page.cues.length < 5 || spoken < length * 0.5) {
    throw new TranscriptFormUnknown('This is a web page without a transcript in a form that is known here.');
  }
  return { ...page, form: 'html-page', title };
}

function citedTurns(source: string): { cues: RawCue[]; title: string | null; isTranscript: boolean } {
  const cues: RawCue[] = [];
  let title = '';
  let within: 'cite' | 'time' | 'p' | 'title' | null = null;
  let buffer = '';
  let head: { speaker: string | null; ms: number | null } = { speaker: null, ms: null };
  let isFresh = false;
  const seen = { cites: 0, marks: 0 };

  const paragraph = () => {
    const text = tidy(buffer.replace(/\s+/g, ' '));
    const last = cues.at(-1);
    if (text === '') return;
    if (isFresh || last === undefined)
      cues.push({ startMs: head.ms, endMs: null, speaker: head.speaker, text, stamps: [] });
    else cues[cues.length - 1] = { ...last, text: `${last.text}\n${text}` };
    isFresh = false;
  };
  const finish = () => {
    const said = buffer.trim();
    if (within === 'p') paragraph();
    if (within === 'title') title ||= said.replace(/\s+/g, ' ');
    if (within === 'cite') {
      seen.cites += 1;
      if (said.endsWith(':')) seen.marks += 1;
      const name = tidy(said.replace(/\s*:$/, '').replace(/\s+/g, ' '));
      head = { speaker: name === '' ? null : name, ms: null };
      isFresh = true;
    }
    if (within === 'time') {
      const ms = clockMs(said.replace(/^[[(]|[\])]$/g, ''));
      if (ms !== null) {
        seen.marks += 1;
        // A time without a name before it begins a turn of the same speaker.
        head = { speaker: head.speaker, ms };
        isFresh = true;
      }
    }
    within = null;
    buffer = '';
  };

  walkMarkup(source, false, {
    open: (name) => {
      if (name === 'cite' || name === 'time' || name === 'p' || name === 'title') {
        finish();
        within = name;
      } else if (name === 'br') buffer += ' ';
    },
    text: (piece) => {
      if (within !== null) buffer += piece;
    },
    close: (name) => {
      if (name === within) finish();
    },
  });
  finish();
  return {
    cues,
    title: title === '' ? null : title,
    isTranscript: cues.length > 0 && seen.marks > 0 && seen.marks >= seen.cites / 2,
  };
}

/** The text that a reader of the page sees: a line per block, bold as Markdown. `length` counts it all. */
function visibleText(source: string): { text: string; length: number } {
  const parts: string[] = [];
  let hidden = 0;
  let length = 0;
  walkMarkup(source, false, {
    open: (name) => {
      if (UNSEEN.has(name)) hidden += 1;
      if (BLOCKS.has(name)) parts.push('\n\n');
      if (name === 'b' || name === 'strong') parts.push('**');
    },
    text: (piece) => {
      if (hidden > 0) return;
      const clean = piece.replace(/\s+/g, ' ');
      length += clean.trim().length;
      // References are decoded already, and once only.
      parts.push(clean.replaceAll('&', '&amp;'));
    },
    close: (name) => {
      if (UNSEEN.has(name)) hidden = Math.max(hidden - 1, 0);
      if (BLOCKS.has(name) && name !== 'br') parts.push('\n\n');
      if (name === 'b' || name === 'strong') parts.push('**');
    },
  });
  return { text: parts.join('').replace(/\*\*[ \n]*\*\*/g, ' '), length };
}

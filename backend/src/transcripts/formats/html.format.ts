import { citedTurns } from './cited-turns.ts';
import { BLOCKS, UNSEEN, walkMarkup } from './markup-walk.ts';
import { TranscriptFormatUnknown, type RawTranscript } from './raw-transcript.ts';
import { readText } from './text.format.ts';

/**
 * Reads a page of `<cite>Name:</cite><time>0:09</time><p>text</p>` (see `citedTurns`); else a page whose text has turns. Null for text that is not HTML. Throws TranscriptFormatUnknown for an ordinary page.
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
    throw new TranscriptFormatUnknown('This is a web page without a transcript in a format that is known here.');
  }
  return { ...page, format: 'html-page', title };
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

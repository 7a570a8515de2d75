import { Parser } from 'htmlparser2';
import { FeedUnreadable } from './feed-unreadable.ts';
import { lineBreaks, type XmlFaults } from './xml-faults.ts';

/**
 * Sections without tags and references. Includes document types, whose definitions are never read, so that nothing
 * expands.
 */
const VERBATIM = /(<!\[CDATA\[[^]*?(?:\]\]>|$)|<!--[^]*?(?:-->|$)|<!DOCTYPE[^>[]{0,1000}\[[^]*?(?:\]\s{0,100}>|$))/i;
/** Characters that XML 1.0 does not allow. */
const CONTROLS = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\uFFFE\uFFFF]/gu;
const CONTROL_REFERENCES = /&#(?:0{0,6}(?:[0-8]|1[124-9]|2\d|3[01]|127)|x0{0,6}(?:[0-8bcef]|1[\da-f]|7f));/gi;
const STRAY_AMPERSAND = /&(?!(?:#\d{1,8}|#x[\da-f]{1,7}|[a-z][\da-z]{0,31});)/i;
const UNENDED_NUMBERS = /&(#\d{1,8}|#x[\da-f]{1,7})(?![\da-f;])/gi;
/** Without its semicolon a name may as well be a parameter of an address, a=1&lt=2, but readers of HTML know some. */
const UNENDED_NAMES = /&(?=[a-z]{2})(?![a-z][\da-z]{0,31};)/gi;
const UNDEFINED_NAMES = /&(?!(?:amp|lt|gt|quot|apos);)[a-z][\da-z]{0,31};/gi;
/** Before what no name begins with, as in "I <3 this". */
const STRAY_BRACKETS = /<(?![a-z_:!?/\u0080-\uffff])/gi;
/** By how much the escaping may lengthen a document, so that reading it takes no longer than that of others. */
const MAX_GROWTH = 5_000_000;

/**
 * The document without control characters, and with what is no markup escaped. References that HTML knows stay:
 * feedsmith resolves them. Lines stay where they are. Throws FeedUnreadable when too much would have to be escaped.
 */
export function escapeStrayCharacters(document: string, faults: XmlFaults): string {
  const control = document.search(CONTROLS);
  if (control !== -1) faults.add(CONTROL_CLAUSE, CONTROL_CLAUSE, document, control);
  let line = 1;
  let growth = 0;
  const parts = document
    .replace(CONTROLS, '')
    .split(VERBATIM)
    .map((part, index) => {
      if (part === '') return part;
      const firstLine = line;
      line += lineBreaks(part);
      if (index % 2 === 1) return /^<!d/i.test(part) ? part.replace(/[^\n]+/g, '') : part;
      for (const [clause, wrong] of FAULTS) {
        const at = part.search(wrong);
        if (at === -1) continue;
        faults.add(clause, clause.replace('…', part.slice(at, part.indexOf(';', at) + 1)), part, at, firstLine);
      }

      const text = part.replace(CONTROL_REFERENCES, '');
      growth += growthOf(text);
      if (growth > MAX_GROWTH)
        throw new FeedUnreadable('This is not XML: too many of its characters would have to be escaped.');

      return escapeReferences(text).replace(STRAY_BRACKETS, '&lt;');
    });

  return parts.join('');
}

/** By how many characters escaping lengthens the text, counted before any is escaped; beyond the most, no further. */
function growthOf(text: string): number {
  let growth = 0;
  for (const [pattern, characters] of GROWING)
    for (const _ of text.matchAll(pattern)) {
      growth += characters;
      if (growth > MAX_GROWTH) return growth;
    }

  return growth;
}

const GROWING: readonly (readonly [RegExp, number])[] = [
  [STRAY_BRACKETS, '&lt;'.length - 1],
  [UNENDED_NUMBERS, ';'.length],
  [UNENDED_NAMES, 'amp;'.length],
  [UNDEFINED_NAMES, 'amp;'.length],
];

const CONTROL_CLAUSE = 'there are control characters';
const FAULTS: readonly (readonly [clause: string, wrong: RegExp])[] = [
  [CONTROL_CLAUSE, CONTROL_REFERENCES],
  ['an & is not escaped', STRAY_AMPERSAND],
  ['a < is not escaped', STRAY_BRACKETS],
  ['the entity … is not defined', UNDEFINED_NAMES],
];

/** Text with its references resolved once, those of HTML too; what is none stays as it is written. */
export const decodeReferences = (text: string): string =>
  text.includes('&') ? decodeHtml(escapeReferences(text)) : text;

/** Names that are looked up for one text; a feed has far fewer. */
const MAX_NAMES = 1000;
/** What one reference stands for, in UTF-16 units. */
const LONGEST_VALUE = 2;

/** With only those references left that a reader of HTML understands as they are meant. */
function escapeReferences(text: string): string {
  const known = new Map<string, boolean>();
  const isKnown = (reference: string): boolean => {
    if (!known.has(reference) && known.size < MAX_NAMES)
      // Of an unknown name the beginning is taken for one: "&gtx;" for ">x;".
      known.set(reference, decodeHtml(reference).length <= LONGEST_VALUE);
    return known.get(reference) ?? false;
  };

  return text
    .replace(UNENDED_NUMBERS, '&$1;')
    .replace(UNENDED_NAMES, '&amp;')
    .replace(UNDEFINED_NAMES, (reference) => (isKnown(reference) ? reference : `&amp;${reference.slice(1)}`));
}

function decodeHtml(text: string): string {
  let decoded = '';
  const parser = new Parser({ ontext: (part) => (decoded += part) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));

  return decoded;
}

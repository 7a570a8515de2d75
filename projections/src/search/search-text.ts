import { foldQuickly } from '@earmark/contracts/mentions';

/** Postgres allows 2046 bytes per lexeme; nobody types longer words than this. */
const LONGEST_WORD = 100;
const MAX_WORDS = 5000;

/** Folded by the matching rule and trimmed. */
export const folded = (text: string): string => foldQuickly(text).trim();

const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]\p{M}*/gu;

/** Folded words, or characters in scripts without spaces. At most 5,000, each cut at 100 UTF-16 units. */
export function wordsOf(text: string): string[] {
  const spaced = folded(text).replace(SPACELESS, ' $& ');
  const words = spaced.split(/[^\p{L}\p{M}\p{N}_]+/u).filter((word) => word !== '');

  return words.slice(0, MAX_WORDS).map((word) => word.slice(0, LONGEST_WORD));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Plain text of sanitised HTML or plain text: without tags, with character references decoded and white space collapsed. */
export function plainText(html: string): string {
  return html
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (reference, decimal, hex, name) => {
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);

      return NAMED[String(name).toLowerCase()] ?? reference;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

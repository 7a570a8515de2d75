import { walkMarkup } from './markup-walk.ts';

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi;
const LONGEST_DECODED = 2;
const CUE_TAG =
  /<\/?(?:[cibuv]|ruby|rt|lang|font|br|span|em|strong|s|p|div)(?:[ \t\n./][^<>]*)?>|<\d{1,3}:[\d:.,]{1,20}>/gi;
const ASS_OVERRIDE = /\{\\[^{}\n]{1,200}\}/g;

/** Character references as characters, once. What is none ("AT&T", "R&D;") stays as it is written. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decoded) : text;
}

function decoded(reference: string): string {
  let text = '';
  walkMarkup(reference, false, {
    open: () => {},
    text: (piece) => {
      text += piece;
    },
    close: () => {},
  });
  // HTML reads old names without their semicolon too, "&ampx;" as "&x;".
  return text.length <= LONGEST_DECODED ? text : reference;
}

/** Text without the tags that captions use, ASS overrides (`{\an8}`) included. A `<` that opens no such tag stays. */
export function stripCueTags(text: string): string {
  const plain = text.includes('{\\') ? text.replace(ASS_OVERRIDE, '') : text;
  return plain.includes('<') ? plain.replace(CUE_TAG, (tag) => (/^<(?:br|p|div)/i.test(tag) ? ' ' : '')) : plain;
}

/** One line per line of the text: runs of blanks are one blank, control characters and lone surrogates are gone. */
export function tidy(text: string): string {
  return text
    .replace(/(?![\n\t])\p{Cc}|[\ufeff\u200b\u200e\u200f]|\p{Surrogate}/gu, '')
    .replace(/[ \t\u00a0\u2000-\u200a\u202f\u3000]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

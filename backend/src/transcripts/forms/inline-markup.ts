const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lrm', ''],
  ['rlm', ''],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
]);
const CUE_TAG =
  /<\/?(?:[cibuv]|ruby|rt|lang|font|br|span|em|strong|s|p|div)(?:[ \t\n./][^<>]*)?>|<\d{1,3}:[\d:.,]{1,20}>/gi;
const ASS_OVERRIDE = /\{\\[^{}\n]{1,200}\}/g;

/** Character references as characters. One that is unknown stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{1,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code === 0 || code > 0x10ffff ? '' : String.fromCodePoint(code);
  });
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

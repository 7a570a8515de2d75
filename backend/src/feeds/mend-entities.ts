import { Parser } from 'htmlparser2';

const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z][\da-z]{0,31}));?/gi;
/** What REFERENCE leaves. */
const BARE = /&(?!#\d|#x[\da-f]|[a-z])/i;
const NAME_OR_MARKUP = /[a-z_:!?/\u0080-\uffff]/i;
const XML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Characters that XML 1.0 knows none of. */
const NOT_XML = /(?![\t\n\r\u0080-\u009f])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Of a reference: the longest are two UTF-16 units. */
const LONGEST_VALUE = 2;
/** Values of HTML's own names. */
const htmlNames = new Map<string, string | null>();

/** Where in a text the first of each fault stands; null without one. */
export interface EntityFaults {
  ampersandAt: number | null;
  undefined: { name: string; at: number } | null;
  controlAt: number | null;
}
export const noFaults = (): EntityFaults => ({ ampersandAt: null, undefined: null, controlAt: null });

/** Text with all references resolved once, those of HTML too; what is none stays as it is written. `faults` says what XML forbids. */
export function resolveReferences(raw: string, faults: EntityFaults): string {
  if (!raw.includes('&')) return withoutControls(raw, faults);
  const bare = raw.search(BARE);
  if (bare !== -1) faults.ampersandAt = bare;

  const text = raw.replace(REFERENCE, (reference: string, decimal?: string, hex?: string, name?: string, at = 0) => {
    const isWhole = reference.endsWith(';');
    if (!isWhole) faults.ampersandAt ??= at;
    if (decimal !== undefined) return character(Number(decimal));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    // Without its semicolon it may as well be a parameter of an address: a=1&lt=2.
    if (!isWhole || name === undefined) return reference;
    const known = XML_NAMES[name];
    if (known !== undefined) return known;

    faults.undefined ??= { name: reference, at };
    return htmlEntity(reference) ?? reference;
  });

  return withoutControls(text, faults);
}

/** Text without the characters that no XML may hold. */
export function withoutControls(text: string, faults: EntityFaults): string {
  const at = text.search(NOT_XML);
  if (at === -1) return text;
  faults.controlAt = at;

  return text.replace(NOT_XML, '');
}

/** The same for titles and names, which many feeds escape twice. */
export const decodeEntities = (text: string): string => resolveReferences(text, noFaults());

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Text as XML. A long one goes into CDATA, which the reader that follows takes over as it is instead of sign by sign. */
export const writtenText = (text: string): string =>
  text.length < 500 || !/[<&]/.test(text)
    ? escapeText(text)
    : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** `<` before what no name begins with, as in «I <3 this», is escaped; CDATA and comments stay as they are. `firstAt` is null without one. */
export function escapeStraySigns(text: string): { text: string; firstAt: number | null } {
  const out: string[] = [];
  let copied = 0;
  let firstAt: number | null = null;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const verbatim = text.startsWith('<![CDATA[', at) ? ']]>' : text.startsWith('<!--', at) ? '-->' : null;
    if (verbatim !== null) {
      const end = text.indexOf(verbatim, at + 4);
      if (end === -1) break;
      at = end;
    } else if (!NAME_OR_MARKUP.test(text.charAt(at + 1))) {
      out.push(text.slice(copied, at), '&lt;');
      copied = at + 1;
      firstAt ??= at;
    }
  }

  return { text: firstAt === null ? text : out.join('') + text.slice(copied), firstAt };
}

const character = (point: number): string =>
  point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '\uFFFD' : String.fromCodePoint(point);

/** Null when HTML knows no such name either. */
function htmlEntity(reference: string): string | null {
  let value = htmlNames.get(reference);
  if (value === undefined) {
    let text = '';
    const parser = new Parser({ ontext: (part) => (text += part) }, { decodeEntities: true });
    parser.end(reference);
    // HTML reads old names without their semicolon too, "&ampx;" as "&x;".
    value = text.length > LONGEST_VALUE ? null : text;
    // Names that nobody knows are without number.
    if (value !== null) htmlNames.set(reference, value);
  }

  return value;
}

import { Parser } from 'htmlparser2';

const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z][\da-z]{1,31}));?/gi;
const NAME_OR_MARKUP = /[a-z_:!?/\u0080-\uffff]/i;
const XML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Characters that XML 1.0 knows none of. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/g;

/** Values of HTML's own names. */
const htmlNames = new Map<string, string | null>();

export interface EntityFaults {
  unescapedAmpersand: boolean;
  undefinedName: string | null;
  controlCharacter: boolean;
}

/** Text with all references resolved once, those of HTML too; what is none stays as it is written. `faults` says what XML forbids. */
export function resolveReferences(raw: string, faults: EntityFaults): string {
  let text = raw;
  if (text.includes('&')) {
    let found = 0;
    text = text.replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
      found++;
      const isWhole = reference.endsWith(';');
      if (!isWhole) faults.unescapedAmpersand = true;
      if (decimal !== undefined) return character(Number(decimal));
      if (hex !== undefined) return character(Number.parseInt(hex, 16));
      // Without its semicolon it may as well be a parameter of an address: a=1&lt=2.
      if (!isWhole) return reference;
      const known = name === undefined ? undefined : XML_NAMES[name];
      if (known !== undefined) return known;

      faults.undefinedName ??= reference;
      return htmlEntity(reference) ?? reference;
    });
    if (!faults.unescapedAmpersand && occurrences(raw, '&') > found) faults.unescapedAmpersand = true;
  }

  return withoutControls(text, faults);
}

/** Text without the characters that no XML may hold. */
export function withoutControls(text: string, faults: EntityFaults): string {
  if (text.search(NOT_XML) === -1) return text;
  faults.controlCharacter = true;

  return text.replace(NOT_XML, '');
}

/** The same for titles and names, which many feeds escape twice. */
export const decodeEntities = (text: string): string =>
  resolveReferences(text, { unescapedAmpersand: false, undefinedName: null, controlCharacter: false });

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Text as XML. A long one goes into CDATA, which the reader that follows takes over as it is instead of sign by sign. */
export const writtenText = (text: string): string =>
  text.length < 500 || !/[<&]/.test(text) ? escapeText(text) : `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

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

function occurrences(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;

  return count;
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
    value = text === reference ? null : text;
    // Names that nobody knows are without number.
    if (value !== null) htmlNames.set(reference, value);
  }

  return value;
}

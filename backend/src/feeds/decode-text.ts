import { decodeLegacy } from '../kit/legacy-encoding.ts';
import { decodeWindows1252 } from '../kit/windows-1252.ts';

/** The first bytes in hexadecimal: a byte order mark, or `<`. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  ...{ fffe0000: 'utf-32le', '3c000000': 'utf-32le', '0000feff': 'utf-32be', '0000003c': 'utf-32be' },
  ...{ efbbbf: 'utf-8', fffe: 'utf-16le', '3c00': 'utf-16le', feff: 'utf-16be', '003c': 'utf-16be' },
};
const DECLARATION = /^\s*<\?xml\s[^>]{0,500}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/i;
const CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;

/**
 * Text of an XML document: by its byte order mark, the encoding it declares, that of the content type, else UTF-8 or,
 * where the bytes are none, an older one (see `decodeLegacy`). `warning` is a sentence when the bytes are not what they
 * claim to be, else null.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | null = null,
): { text: string; warning: string | null } {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const [, beginning] = Object.entries(BEGINNINGS).find(([hex]) => start.startsWith(hex)) ?? [];
  if (beginning?.startsWith('utf-32')) return { text: decodeUtf32(bytes, beginning === 'utf-32le'), warning: null };
  if (beginning !== undefined) return { text: decode(bytes, beginning, false), warning: null };

  const declared = DECLARATION.exec(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))?.[1];
  // A declaration that can be read as single bytes is not in an encoding of several.
  const claims = [/^(utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(declared ?? '') ? undefined : declared]
    .concat(CHARSET.exec(contentType ?? '')?.[1])
    .filter((label) => label !== undefined);
  for (const label of claims)
    try {
      return { text: decode(bytes, label, true), warning: null };
    } catch (error) {
      if (!isOfEncoding(error)) throw error;
    }

  const utf8 = decode(bytes, 'utf-8', false);
  const broken = utf8.match(/\uFFFD/g)?.length ?? 0;
  const whole = utf8.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  // A few broken characters in UTF-8 are better than broken letters everywhere.
  const { text, name } = broken <= whole ? { text: utf8, name: 'UTF-8' } : decodeLegacy(bytes);
  if (claims[0] !== undefined)
    return { text, warning: `The text is not ${claims[0]} as it claims; it was read as ${name}.` };

  return {
    text,
    warning: name === 'UTF-8' ? null : `The text names no encoding and is not UTF-8; it was read as ${name}.`,
  };
}

/** When `strictly`, throws for an encoding that is not known and for bytes that are not in it. */
function decode(bytes: Uint8Array, label: string, strictly: boolean): string {
  const decoder = new TextDecoder(label, { fatal: strictly });
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
}

function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points = Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, isLittleEndian));

  return points
    .map((point) => (point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point)))
    .join('')
    .replace(/^\uFEFF/, '');
}

const isOfEncoding = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ERR_ENCODING_NOT_SUPPORTED' || error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA');

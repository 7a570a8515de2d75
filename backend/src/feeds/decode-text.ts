const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-32le', 0xff, 0xfe, 0, 0],
  ['utf-32be', 0, 0, 0xfe, 0xff],
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];
/** Of the bytes 0x80 to 0x9f. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** How `<` stands at the start of a document without a mark. */
const FIRST_SIGN: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-32le', 0x3c, 0, 0, 0],
  ['utf-32be', 0, 0, 0, 0x3c],
  ['utf-16le', 0x3c, 0],
  ['utf-16be', 0, 0x3c],
];

/**
 * Text of an XML document: by its byte order mark, the encoding it declares, that of the content type, else UTF-8 or,
 * where the bytes are none, Windows-1252. `warning` is a sentence when the bytes are not what they claim to be, else null.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | null = null,
): { text: string; warning: string | null } {
  const mark = MARKS.find((candidate) => startsWith(bytes, candidate));
  if (mark) return { text: decodeLax(bytes.subarray(mark.length - 1), mark[0]), warning: null };
  const wide = FIRST_SIGN.find((candidate) => startsWith(bytes, candidate));
  if (wide) return { text: decodeLax(bytes, wide[0]), warning: null };

  const claims = [declaredEncoding(bytes), charsetOf(contentType)].filter((label) => label !== null);
  for (const label of claims) {
    const text = decodeStrictly(bytes, label);
    if (text !== null) return { text, warning: null };
  }
  const { text, encoding } = guess(bytes);
  const [claimed] = claims;
  if (claimed !== undefined)
    return { text, warning: `The text is not ${claimed} as it says; it was read as ${encoding}.` };

  return {
    text,
    warning: encoding === 'utf-8' ? null : `The text names no encoding and is not UTF-8; it was read as ${encoding}.`,
  };
}

const startsWith = (bytes: Uint8Array, [, ...start]: readonly [string, ...number[]]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Null when the declaration is missing, or cannot be true because it could be read as single bytes. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart();
  const label = /^<\?xml\s[^>]{0,500}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/i.exec(head)?.[1] ?? null;

  return label !== null && /^(utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(label) ? null : label;
}

function charsetOf(contentType: string | null): string | null {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;
}

function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  } catch (error) {
    if (isOfEncoding(error)) return null;
    throw error;
  }
}

/** No such encoding, or bytes that it does not know. */
const isOfEncoding = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'ERR_ENCODING_NOT_SUPPORTED' || error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA');

function decodeLax(bytes: Uint8Array, encoding: string): string {
  if (!encoding.startsWith('utf-32')) return new TextDecoder(encoding).decode(bytes);

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const point = view.getUint32(offset, encoding === 'utf-32le');
    characters.push(point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point));
  }

  return characters.join('');
}

/** Node 20 decodes Windows-1252 as Latin-1, which has controls where Windows has quotes and dashes. */
const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252.charAt(sign.charCodeAt(0) - 0x80));

/** A few broken characters in UTF-8 are better than every accent in pieces. */
function guess(bytes: Uint8Array): { text: string; encoding: string } {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\uFFFD]/g)?.length ?? 0;
  if (broken <= whole) return { text, encoding: 'utf-8' };

  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
}

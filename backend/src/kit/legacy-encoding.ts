import { analyse } from 'chardet';
import { decodeWindows1252 } from './windows-1252.ts';

/** What a text is read as: the label of TextDecoder, and the name that people know. */
interface Encoding {
  readonly label: string;
  readonly name: string;
}

const WESTERN: Encoding = { label: 'windows-1252', name: 'Windows-1252 (Latin-1)' };
/**
 * By chardet's names; what else it finds is not read. Where ISO-8859 and Windows agree on the letters, the latter: it is
 * what people have, and chardet names the former for each text without the quotation marks of the latter.
 */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map(
  Object.entries({
    'windows-1250': { label: 'windows-1250', name: 'Windows-1250 (Central European)' },
    'ISO-8859-2': { label: 'iso-8859-2', name: 'ISO 8859-2 (Central European)' },
    'windows-1251': { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)' },
    'ISO-8859-5': { label: 'iso-8859-5', name: 'ISO 8859-5 (Cyrillic)' },
    'KOI8-R': { label: 'koi8-r', name: 'KOI8-R (Cyrillic)' },
    'windows-1252': WESTERN,
    'ISO-8859-1': WESTERN,
    'windows-1253': { label: 'windows-1253', name: 'Windows-1253 (Greek)' },
    'ISO-8859-7': { label: 'windows-1253', name: 'Windows-1253 (Greek)' },
    'windows-1254': { label: 'windows-1254', name: 'Windows-1254 (Turkish)' },
    'ISO-8859-9': { label: 'windows-1254', name: 'Windows-1254 (Turkish)' },
    'windows-1255': { label: 'windows-1255', name: 'Windows-1255 (Hebrew)' },
    'ISO-8859-8': { label: 'windows-1255', name: 'Windows-1255 (Hebrew)' },
    'windows-1256': { label: 'windows-1256', name: 'Windows-1256 (Arabic)' },
    'windows-1257': { label: 'windows-1257', name: 'Windows-1257 (Baltic)' },
    GB18030: { label: 'gb18030', name: 'GB 18030 (Chinese)' },
    Big5: { label: 'big5', name: 'Big5 (Chinese)' },
    Shift_JIS: { label: 'shift_jis', name: 'Shift JIS (Japanese)' },
    'EUC-JP': { label: 'euc-jp', name: 'EUC-JP (Japanese)' },
    'EUC-KR': { label: 'euc-kr', name: 'EUC-KR (Korean)' },
  }),
);
const SAMPLE_CHARACTERS = 100_000;
/** In chardet's per cent: short texts in languages of other encodings lead by 7 and more, in Finnish Windows-1257 by 3. */
const LEAST_LEAD = 5;
/** Fewer say little: "“é”" would be KOI8-R. */
const LEAST_FOREIGN = 10;
const MARKUP = /<[^<>]{0,5000}>/g;

/**
 * The text of bytes that are not Unicode and name no encoding, read as what their letters are most likely written in, and
 * that encoding's name; in doubt, Windows-1252. Tags are not looked at: their letters say nothing of the language.
 */
export function decodeLegacy(bytes: Uint8Array): { text: string; name: string } {
  const encoding = likelyEncoding(bytes);
  const text = encoding === WESTERN ? decodeWindows1252(bytes) : new TextDecoder(encoding.label).decode(bytes);

  return { text, name: encoding.name };
}

function likelyEncoding(bytes: Uint8Array): Encoding {
  const sample = Buffer.from(bytes.subarray(0, 10 * SAMPLE_CHARACTERS))
    .toString('latin1')
    .replace(MARKUP, ' ')
    .slice(0, SAMPLE_CHARACTERS);
  const foreign = sample.match(/[^\0-\x7f]/g)?.length ?? 0;
  if (foreign < LEAST_FOREIGN) return WESTERN;

  const found = analyse(Buffer.from(sample, 'latin1')).flatMap(({ name, confidence }) => {
    const encoding = ENCODINGS.get(name);
    return encoding === undefined ? [] : [{ encoding, confidence }];
  });
  const [best] = found;
  const western = found.find(({ encoding }) => encoding === WESTERN)?.confidence ?? 0;

  return best !== undefined && best.confidence >= western + LEAST_LEAD ? best.encoding : WESTERN;
}

/** An encoding that files have without saying so, and letters that are frequent in the languages written in it. */
interface Legacy {
  readonly label: string;
  readonly name: string;
  readonly frequent: string;
}

const KANA = 'のにはをたがでてとしれさあいるもなまっすかんインスルト';
const CYRILLIC = 'оеаинтсрвлкмдпу';
const LEGACY: readonly Legacy[] = [
  {
    label: 'gb18030',
    name: 'GB 18030 (Chinese)',
    frequent: '的一是不了在人有我他这们来个上大为和国地到以说时要就出会',
  },
  { label: 'big5', name: 'Big5 (Chinese)', frequent: '的一是不了在人有我他這們來個上大為和國地到以說時要就出會' },
  { label: 'shift_jis', name: 'Shift JIS (Japanese)', frequent: KANA },
  { label: 'euc-jp', name: 'EUC-JP (Japanese)', frequent: KANA },
  { label: 'euc-kr', name: 'EUC-KR (Korean)', frequent: '이다는에가을의고지로하은도사기어나아리자게니서' },
  { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)', frequent: CYRILLIC },
  { label: 'koi8-r', name: 'KOI8-R (Cyrillic)', frequent: CYRILLIC },
  { label: 'windows-1253', name: 'Windows-1253 (Greek)', frequent: 'αοιετσνηυρπκμλςωάόίέή' },
  { label: 'windows-1255', name: 'Windows-1255 (Hebrew)', frequent: 'יוהלארתבמשנםע' },
  { label: 'windows-1256', name: 'Windows-1256 (Arabic)', frequent: 'ايلمنتروبعهدسفكح' },
];
const SAMPLE_BYTES = 100_000;
/** In languages of Latin script, far fewer letters have an accent. */
const LEAST_FOREIGN = 0.4;
const LEAST_FREQUENT = 0.1;

/**
 * The encoding of a text that is mostly not in Latin letters and not in Unicode: the one in which frequent letters are
 * frequent. Null for text in Latin letters, and when none fits.
 */
export function legacyEncoding(bytes: Uint8Array): { label: string; name: string } | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let foreign = 0;
  let latin = 0;
  for (const byte of sample) {
    if (byte >= 0x80) foreign += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) latin += 1;
  }
  if (foreign < (foreign + latin) * LEAST_FOREIGN) return null;

  const scored = LEGACY.map((one) => ({
    ...one,
    score: shareOf(one.frequent, new TextDecoder(one.label).decode(sample)),
  }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best === undefined || best.score < LEAST_FREQUENT ? null : best;
}

function shareOf(frequent: string, text: string): number {
  const letters = text.replace(/\p{ASCII}/gu, '');
  const known = new Set(frequent);
  let count = 0;
  for (const letter of letters) if (known.has(letter)) count += 1;
  return letters === '' ? 0 : count / letters.length;
}

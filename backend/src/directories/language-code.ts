const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** Languages that Taddy calls otherwise than Unicode does. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  BENGALI: 'bn',
  TAGALOG: 'tl',
  TONGA: 'to',
  TWI: 'tw',
  CHICHEWA_CHEWA_NYANJA: 'ny',
  CENTRAL_KHMER: 'km',
  CHURCH_SLAVONIC: 'cu',
  DHIVEHI_MALDIVIAN: 'dv',
  DUTCH_FLEMISH: 'nl',
  FARSI: 'fa',
  FULAH: 'ff',
  GAELIC: 'gd',
  GIKUYU: 'ki',
  INTERLINGUE_OCCIDENTAL: 'ie',
  KALAALLISUT_GREENLANDIC: 'kl',
  KWANYAMA: 'kj',
  LETZEBURGESCH: 'lb',
  NAURU: 'na',
  NUOSU_SICHUAN_YI: 'ii',
  ORIYA: 'or',
  OSSETIAN: 'os',
  ROMANIAN_MOLDOVAN: 'ro',
  SOTHO: 'st',
  SWATI: 'ss',
  UYGHUR: 'ug',
  VALENCIAN_CATALAN: 'ca',
  BIHARI_LANGUAGES: 'bh',
};

let names: Map<string, string> | null = null;

/** ISO 639-1 of a language that Taddy names: en of ENGLISH. Null for one without code. */
export function languageCode(name: string | null): string | null {
  if (name === null) return null;
  names ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
      const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
      return english === undefined ? [] : [[enumName(english), code] as const];
    }),
  );

  return OTHER_NAMES[name] ?? names.get(name) ?? null;
}

const enumName = (english: string): string =>
  english
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z]+/g, '_');

import type { RawName } from './raw-name.ts';

/** Every repetition has its limit, so that no text takes long. */
const WORD = "(?:\\p{Lu}[\\p{L}\\p{M}\\p{N}'’&.+-]{0,40}[\\p{L}\\p{N}+]|\\p{Lu})";
const TITLE = `(?:${WORD})(?:[ ,:]{1,2}(?:(?:of|the|and|a|an|in|on|to|for|with|from|by|at|is|or|your|vs) )*(?:${WORD}|\\p{N}+)){0,7}`;
const NAME = `(?:${WORD})(?: (?:of )?(?:${WORD}|\\p{N}+)){0,3}`;
const DOMAIN = '(?:com|org|net|io|dev|fm|co|ai|app|tv|gallery|edu|gov|me|xyz|info|live|blog|tech|cloud|club|show)';
const UNITS = '(?:milligrams?|micrograms?|grams?|mgs?|mcg|IU|international units)';
/** Second words of supplements: "magnesium glycinate", "fish oil". */
const KINDS =
  'glycinate|threonate|citrate|malate|oxide|picolinate|monohydrate|agrestis|ali|oil|acid|extract|root|sulfate|chloride|powder|bisglycinate|taurate|orotate|hydrochloride';
const NO_SUPPLEMENT =
  /^(?:the|a|an|it|that|this|them|those|these|your|my|our|his|her|protein|carbs?|carbohydrates?|fat|fats|sugar|alcohol|water|food|fiber|fibre|body|weight|muscle|what|which|something|anything|stuff|each|any|pure|total|added|dietary)$/iu;

/** Words that stand before what looks like the end of an address: "a.app", "with.NET". */
const NO_ADDRESS = /^(?:a|an|the|and|or|of|in|on|to|for|from|with|by|at|is|as)\.\p{L}+$/iu;

interface Rule {
  readonly pattern: RegExp;
  readonly type: string;
  readonly base: number;
  readonly nameOf?: (match: RegExpExecArray) => string | null;
  readonly urlOf?: (match: RegExpExecArray) => string | null;
}

const supplementOf = ([, first = '', second]: RegExpExecArray): string | null =>
  NO_SUPPLEMENT.test(first) ? null : second === undefined ? first : `${first} ${second}`;

const RULES: readonly Rule[] = [
  // The book called Atomic Habits; her novel, titled "Circe".
  {
    pattern: new RegExp(
      `\\b[Bb]ooks?,? (?:that is |that's |which is |is |was )?(?:called|titled|entitled|named|out called),? ["“']?(${TITLE})`,
      'gu',
    ),
    type: 'book',
    base: 0.65,
  },
  {
    pattern: new RegExp(
      `\\b(?:[Nn]ovel|[Mm]emoir|[Bb]iography|[Bb]ook|[Bb]estseller)s?,? (?:called|titled|entitled|["“])["“]?(${TITLE})`,
      'gu',
    ),
    type: 'book',
    base: 0.65,
  },
  // The book Radical Candor; the author of The Lean Startup; book club on Radical Candor.
  {
    pattern: new RegExp(
      `\\b(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Mm]y|this|that) (?:new |first |latest |last )?book,? (${TITLE})`,
      'gu',
    ),
    type: 'book',
    base: 0.6,
  },
  { pattern: new RegExp(`\\b[Aa]uthors? of ["“]?(${TITLE})`, 'gu'), type: 'book', base: 0.6 },
  { pattern: new RegExp(`\\b[Bb]ook club on ["“]?(${TITLE})`, 'gu'), type: 'book', base: 0.6 },
  {
    pattern: new RegExp(`\\b[Bb]ooks?\\b[^.?!]{0,40} (?:which|that) is (The ${TITLE})`, 'gu'),
    type: 'book',
    base: 0.55,
  },
  // 400 milligrams of magnesium glycinate; a supplement called Fadogia agrestis.
  {
    pattern: new RegExp(
      `\\b${UNITS} (?:a day |per day |daily )?of (?:pure )?([\\p{L}][\\p{L}\\p{N}-]{1,40})(?: (${KINDS})\\b)?`,
      'giu',
    ),
    type: 'supplement',
    base: 0.65,
    nameOf: supplementOf,
  },
  {
    pattern: new RegExp(
      `\\bsupplements?\\b[^.?!]{0,60}? (?:is|called|like|such as|named) (\\p{Lu}[\\p{L}\\p{N}-]{1,40})(?: (\\p{Ll}{1,30}|${KINDS})\\b)?(?=,)`,
      'gu',
    ),
    type: 'supplement',
    base: 0.6,
    nameOf: supplementOf,
  },
  // livemomentous.com, and how it is spoken: "pod news dot net".
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}@.])((?:[a-z0-9-]{1,40}\\.){1,5}${DOMAIN})(?![\\p{L}\\p{N}])`, 'giu'),
    type: 'platform',
    base: 0.6,
    nameOf: ([, domain = '']) => (NO_ADDRESS.test(domain) ? null : domain.replace(/^www\./iu, '')),
    urlOf: ([, domain = '']) => `https://${domain.toLowerCase()}`,
  },
  {
    pattern: new RegExp(
      `\\b((?:\\p{Lu}[\\p{L}\\p{N}]{0,30} )?[\\p{L}\\p{N}]{3,30} dot (?:com|org|net|io|dev|fm))\\b`,
      'giu',
    ),
    type: 'platform',
    base: 0.5,
    urlOf: ([, spoken = '']) => `https://${spoken.toLowerCase().replace(/ dot /u, '.').replaceAll(' ', '')}`,
  },
  // A company called Warabots; the CEO of Acme; the founder of Acme.
  {
    pattern: new RegExp(
      `\\b(?:[Cc]ompany|[Ss]tartup|[Oo]rganization|[Ff]irm|[Aa]gency|[Nn]onprofit|[Bb]usiness) (?:called|named) (${NAME})`,
      'gu',
    ),
    type: 'company',
    base: 0.65,
  },
  {
    pattern: new RegExp(
      `\\b(?:CEO|CTO|COO|CFO|CMO|[Ff]ounder|[Cc]o-?founder|[Pp]resident|[Cc]hairman|VP [\\p{L} ]{3,20}) (?:and CEO |and CTO )?(?:of|at) (${NAME})`,
      'gu',
    ),
    type: 'company',
    base: 0.6,
  },
  {
    pattern: new RegExp(
      `\\b(?:[Pp]roduct|[Aa]pp|[Tt]ool|[Ll]ibrary|[Ff]ramework|[Ss]oftware|[Pp]lugin|[Pp]rogram) called (${NAME})`,
      'gu',
    ),
    type: 'product',
    base: 0.6,
  },
  // My guest today is Ada Lovelace; I'm Ada Lovelace; joined by Ada Lovelace.
  {
    pattern: new RegExp(
      `\\b(?:[Gg]uest(?: today)? is|[Mm]y name is|I'm|I’m|I am|joined by|[Ww]elcome,?|here with|written by|talk with|talking with|spoke with|[Hh]osted by|introduced me to) (?:Dr\\.? )?(${WORD} (?:\\p{Lu}\\.? |van |de |von )?(?:${WORD}))`,
      'gu',
    ),
    type: 'person',
    base: 0.6,
  },
  // GitHub, iPhone, eBPF; Node.js, Whisper.cpp; C++, Notepad++.
  {
    pattern:
      /(?<![\p{L}\p{N}.@/])((?:\p{Lu}\p{Ll}{1,30}\p{Lu}\p{L}{0,30}|\p{Ll}{1,2}\p{Lu}\p{L}{1,30}|\p{Lu}{2,10}\p{Ll}{2,30}\p{Lu}?\p{L}{0,30}))(?![\p{L}\p{N}])/gu,
    type: 'product',
    base: 0.5,
    nameOf: ([, name = '']) => (/^(?:Mc|Mac|De|La|O)\p{Lu}|^\p{Lu}+s$/u.test(name) ? null : name),
  },
  {
    pattern: /(?<![\p{L}\p{N}.@/])(\p{L}[\p{L}\p{N}]{0,30}\.(?:js|cpp|py|rs|NET|ts))(?![\p{L}\p{N}])/gu,
    type: 'product',
    base: 0.6,
    nameOf: ([, name = '']) => (NO_ADDRESS.test(name) ? null : name),
  },
  { pattern: /(?<![\p{L}\p{N}])(\p{L}{1,12}(?:\+\+|#))(?![\p{L}\p{N}])/gu, type: 'product', base: 0.6 },
];

/** What people say around names, and names that are written as no other word is. */
export function phraseNames(turn: string): RawName[] {
  return RULES.flatMap(({ pattern, type, base, nameOf = ([, name = '']) => name, urlOf = () => null }) =>
    [...turn.matchAll(pattern)].flatMap((match) => {
      const name = nameOf(match);
      return name === null ? [] : [{ name, type, base, url: urlOf(match), source: 'rules' as const }];
    }),
  );
}

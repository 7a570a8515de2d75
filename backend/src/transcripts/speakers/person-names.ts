const PARTICLES = 'van|von|der|den|de|del|della|da|di|dos|du|la|le|el|al|bin|ibn|zu|ten|ter';
const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}'’-]*\\p{L}";
/** "Ada Lovelace", "Robert C. Martin", "Aaron van Wirdum"; 2 to 5 words. */
export const FULL_NAME = `${CAPITALISED}(?:[ \\t]+(?:\\p{Lu}\\.|(?:${PARTICLES})(?=\\s)|${CAPITALISED})){0,3}[ \\t]+${CAPITALISED}`;

const WHOLE_NAME = new RegExp(`^${FULL_NAME}$`, 'u');
const TITLES =
  /^(?:(?:dr|prof|professor|mr|mrs|ms|sir|rev|hon)\.?\s+)+|,?\s+(?:jr|sr|phd|ph\.d|md|m\.d|esq)\.?$|\s*\([^()]*\)$/giu;
/** Words of companies, shows and headings. */
const NOT_PERSONAL =
  /\b(?:inc|llc|ltd|gmbh|media|network|podcasts?|show|studios?|productions?|radio|team|news|daily|weekly|university|institute|foundation|group|company|club|the|and|with|this|that|how|what|why|our|your|episode|season|part|notes|links|sponsors?|website|twitter|github|linkedin|youtube|google|apple|spotify|learn|join|read|watch|listen|subscribe|support|upcoming|events?|featuring|machine|learning|data|open|source|artificial|intelligence|united|states|new|san|los)\b/iu;

export const wordsOfName = (name: string): string[] =>
  folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Lower case without accents. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Without "Dr.", "PhD" and what stands in brackets. */
export const bareName = (written: string): string =>
  written.replaceAll(/\s+/g, ' ').trim().replaceAll(TITLES, '').trim();

export const isPersonal = (name: string): boolean =>
  WHOLE_NAME.test(name) && name.length <= 60 && !NOT_PERSONAL.test(name);

/** The persons in "Adam Stacoviak, Jerod Santo & friends". */
export const personsIn = (list: string): string[] =>
  list
    .split(/\s*(?:[,;|/&+]|\b(?:and|und|et|y|with)\b)\s*/iu)
    .map(bareName)
    .filter(isPersonal);

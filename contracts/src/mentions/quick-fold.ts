import { foldText } from './matching-rule.ts';

/** Folded non-ASCII words: "it’s" comes up again and again. */
const pieces = new Map<string, string>();
const MAX_PIECES = 20_000;
const LONGEST_PIECE = 64;
const NOT_ASCII = /[^\0-\x7f]/;
const CAPITALS = /[A-Z]+/g;
const PIECE = /[^\0- ]*[^\0-\x7f][^\0- ]*/g;
/** ASCII white space and dashes that are not a single space already. */
const ODD_SPACE = /[\t-\r-][\t-\r -]*| [\t-\r -]+/g;

/** Returns `foldText(text, false).text`, faster: most text is ASCII. */
export function foldQuickly(text: string): string {
  const folded = NOT_ASCII.test(text) ? text.replace(PIECE, foldPiece) : text;
  // The runtime's lower case of other letters may differ from the rule's.
  const lower = NOT_ASCII.test(folded)
    ? folded.replace(CAPITALS, (capitals) => capitals.toLowerCase())
    : folded.toLowerCase();

  return lower.replaceAll('`', "'").replace(ODD_SPACE, ' ');
}

/** The key under which names of entities and patterns are equal: folded, lower case, trimmed. '' when nothing is left. */
export function foldName(name: string): string {
  return foldQuickly(name).replace(/^ | $/g, '');
}

/** Whether a pattern of this name can match at all: folding and trimming leave a character. */
export function hasCharacters(name: string): boolean {
  return foldName(name) !== '';
}

function foldPiece(piece: string): string {
  const known = pieces.get(piece);
  if (known !== undefined) return known;
  const folded = foldText(piece, false).text;
  if (piece.length > LONGEST_PIECE) return folded;
  if (pieces.size >= MAX_PIECES) pieces.clear();
  pieces.set(piece, folded);

  return folded;
}

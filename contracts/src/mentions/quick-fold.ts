import { foldText } from './matching-rule.ts';

/** Pieces between spaces that are not of ASCII alone, folded: "it’s" comes again and again. */
const pieces = new Map<string, string>();
const MOST_PIECES = 20_000;
const LONGEST_PIECE = 64;
const NOT_ASCII = /[^\0-\x7f]/;
const CAPITALS = /[A-Z]+/g;
const PIECE = /[^\0- ]*[^\0-\x7f][^\0- ]*/g;
/** White space and dashes of ASCII that are not one space already. */
const ODD_SPACE = /[\t-\r-][\t-\r -]*| [\t-\r -]+/g;

/** As `foldText(text, false).text`: the rule itself is slow, and most text is plain. */
export function foldQuickly(text: string): string {
  const folded = NOT_ASCII.test(text) ? text.replace(PIECE, foldPiece) : text;
  // What the runtime knows of other letters is no part of the rule.
  const lower = NOT_ASCII.test(folded)
    ? folded.replace(CAPITALS, (capitals) => capitals.toLowerCase())
    : folded.toLowerCase();

  return lower.replaceAll('`', "'").replace(ODD_SPACE, ' ');
}

function foldPiece(piece: string): string {
  const known = pieces.get(piece);
  if (known !== undefined) return known;
  const folded = foldText(piece, false).text;
  if (piece.length > LONGEST_PIECE) return folded;
  if (pieces.size >= MOST_PIECES) pieces.clear();
  pieces.set(piece, folded);

  return folded;
}

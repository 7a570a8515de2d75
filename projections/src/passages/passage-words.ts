import { foldQuickly, foldText, type FoldedText } from '@earmark/contracts/mentions';
import { eachRun } from '../mentions/word-runs.ts';

/** In UTF-16 units; longer words are cut. */
const LONGEST_WORD = 64;

/** Never between the halves of a character. */
const cut = (word: string): string =>
  word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '');

/**
 * Calls `take` for each word of a folded text with its place and where it stands. Places count words, whatever stands
 * between them. In a script without spaces each character is one word, and each pair of neighbours is one at the place of
 * the first, so that any text of two characters or more is found as pairs in a row.
 */
export function eachPlacedWord(
  folded: string,
  take: (word: string, place: number, start: number, end: number) => void,
): void {
  let place = 0;
  eachRun(folded, ({ start, end, isSpaceless }) => {
    if (!isSpaceless) {
      take(cut(folded.slice(start, end)), place, start, end);
      place += 1;
      return;
    }
    let before = '';
    let at = start;
    for (const character of folded.slice(start, end)) {
      take(character, place, at, at + character.length);
      if (before !== '') take(before + character, place - 1, at - before.length, at + character.length);
      before = character;
      at += character.length;
      place += 1;
    }
  });
}

/** Words that must stand in a row for a text to be found: pairs where a script has no spaces. */
export interface PlacedWord {
  readonly word: string;
  /** Counted from the first. */
  readonly place: number;
}

/** `length`: how many places they take. */
export function wordsInARow(text: string): { words: PlacedWord[]; length: number } {
  const words: PlacedWord[] = [];
  const folded = foldQuickly(text);
  let place = 0;
  eachRun(folded, ({ start, end, isSpaceless }) => {
    const run = folded.slice(start, end);
    if (!isSpaceless) {
      words.push({ word: cut(run), place });
      place += 1;
      return;
    }
    const characters = Array.from(run);
    if (characters.length === 1) words.push({ word: run, place });
    for (let index = 1; index < characters.length; index += 1)
      words.push({ word: characters[index - 1]! + characters[index]!, place: place + index - 1 });
    place += characters.length;
  });

  return { words, length: place };
}

/** A word of a text with its offsets in it, in UTF-16 units. */
export interface WordInText extends PlacedWord {
  readonly start: number;
  readonly end: number;
}

/** Those of the words that `isWanted`. */
export function wordsInText(text: string, isWanted: (word: string) => boolean = () => true): WordInText[] {
  const words: WordInText[] = [];
  if (!CHANGES_LENGTH.test(text)) {
    eachPlacedWord(foldedAscii(text), (word, place, start, end) => {
      if (isWanted(word)) words.push({ word, place, start, end });
    });
    return words;
  }
  const { folded, starts, ends } = foldedPieces(text);
  eachPlacedWord(folded, (word, place, start, end) => {
    if (isWanted(word)) words.push({ word, place, start: starts[start]!, end: ends[end - 1]! });
  });

  return words;
}

const CHANGES_LENGTH = /[^\0-\x7f]/;
/** As long as it was, so with every space. */
const foldedAscii = (text: string): string => text.toLowerCase().replaceAll('`', "'");

/** The folded text, but with every space, and where each of its units is from. */
function foldedPieces(text: string): { folded: string; starts: Int32Array; ends: Int32Array } {
  const pieces: { from: number; piece: string; folded: FoldedText | null }[] = [];
  let [from, length] = [0, 0];
  for (const piece of text.split(' ')) {
    // Only the rule itself knows where each part of its result is from, and it is slow.
    const folded = CHANGES_LENGTH.test(piece) ? foldText(piece, false) : null;
    pieces.push({ from, piece, folded });
    from += piece.length + 1;
    length += (folded?.text.length ?? piece.length) + 1;
  }
  const [starts, ends] = [new Int32Array(length), new Int32Array(length)];
  let at = 0;
  for (const { from: start, piece, folded } of pieces) {
    const own = folded?.text.length ?? piece.length;
    for (let unit = 0; unit < own; unit += 1) {
      starts[at + unit] = start + (folded ? folded.starts[unit]! : unit);
      ends[at + unit] = start + (folded ? folded.ends[unit]! : unit + 1);
    }
    starts[at + own] = start + piece.length;
    ends[at + own] = start + piece.length + 1;
    at += own + 1;
  }

  return {
    folded: pieces.map(({ piece, folded }) => folded?.text ?? foldedAscii(piece)).join(' '),
    starts,
    ends,
  };
}

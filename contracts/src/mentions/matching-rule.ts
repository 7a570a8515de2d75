import {
  ALONE,
  contextWord,
  hasContext,
  spanOf,
  wordsBetween,
  wordStarts,
  type Neighbours,
  type PatternContext,
  type WordSpan,
} from './pattern-context.ts';
import {
  LETTER_BIT,
  MARK_BIT,
  REMOVED_BIT,
  SPACELESS_BIT,
  STRIPS_MARKS_BIT,
  WORD_BIT,
  bitsOf,
  combiningClassOf,
  compositionOf,
  decompositionOf,
  lowerCaseOf,
  replacementOf,
} from './fold-tables.ts';
import { DEFAULT_DISTANCE } from './values.ts';

/**
 * Version of this rule and the fold tables. A change to either becomes a new version beside this one. Version 1 ignores
 * the context of patterns and otherwise equals 2.
 */
export const MATCHER_VERSION = 2;
const FIRST_VERSION_WITH_CONTEXT = 2;

export interface NamePattern extends PatternContext {
  readonly name: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

/** UTF-16 offsets into the original text, end exclusive. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
}

export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where its source starts in the original. */
  readonly starts: readonly number[];
  /** For each UTF-16 unit of `text`, where its source ends in the original, exclusive. */
  readonly ends: readonly number[];
}

interface FoldedCharacter {
  readonly codePoint: number;
  readonly start: number;
  readonly end: number;
}

const SPACE = 0x20;

/**
 * All occurrences of a pattern, by start: the reference implementation, which the fast matcher must agree with.
 *
 * A pattern has three forms: as written, with every " & " as " and ", with every " and " as " & ". Of occurrences
 * that overlap, in whichever form, the first counts and the search continues at its end: "ana" is found once in
 * "anana". An occurrence includes the marks and variation selectors of its last character; other characters that
 * folding removes are included only inside it. Empty when the folded pattern has no character.
 *
 * Of these, an occurrence counts when the pattern's context holds there; `neighbours` are the texts around this one.
 */
export function findOccurrences(
  text: string,
  pattern: NamePattern,
  neighbours: Neighbours = ALONE,
  matcherVersion: number = MATCHER_VERSION,
): Occurrence[] {
  const occurrences = findAnywhere(text, pattern);
  if (!readsContext(matcherVersion) || !hasContext(pattern)) return occurrences;
  const isNear = nearnessIn(text, neighbours, pattern.distance ?? DEFAULT_DISTANCE);
  const { near = [], notNear = [] } = pattern;

  return occurrences.filter(
    (one) =>
      (near.length === 0 || near.some((word) => isNear(word, one))) && !notNear.some((word) => isNear(word, one)),
  );
}

/** Whether pins of this version look at the context of patterns. */
export const readsContext = (matcherVersion: number): boolean => matcherVersion >= FIRST_VERSION_WITH_CONTEXT;

/**
 * Whether a word stands within `distance` words of an occurrence in `text`: as a whole word in any case, in the text or
 * a neighbour. The words of the three texts are counted on; what overlaps the occurrence is at distance 0.
 */
function nearnessIn(text: string, { before, after }: Neighbours, distance: number) {
  const own = wordStarts(foldText(text, false));
  const places = (word: string, where: string, shift: number): WordSpan[] =>
    findAnywhere(where, contextWord(word)).map((one) => spanOf(wordStarts(foldText(where, false)), one, shift));

  return (word: string, occurrence: Occurrence): boolean => {
    const here = spanOf(own, occurrence, 0);
    const stands = [
      ...places(word, before, -wordStarts(foldText(before, false)).length),
      ...places(word, text, 0),
      ...places(word, after, own.length),
    ];
    return stands.some((there) => wordsBetween(here, there) <= distance);
  };
}

function findAnywhere(text: string, pattern: NamePattern): Occurrence[] {
  const forms = formsOf(pattern);
  const folded = foldCharacters(text, pattern.caseSensitive);
  const bounded = pattern.wholeWord && !isSpaceless(forms[0] ?? []);
  const occurrences: Occurrence[] = [];
  for (let start = 0; start < folded.length;) {
    const form = forms.find((candidate) => standsAt(folded, start, candidate, bounded));
    if (form === undefined) {
      start += 1;
      continue;
    }
    const covered = folded.slice(start, start + form.length).reduce((one, other) => span(one.codePoint, one, other));
    occurrences.push({ start: covered.start, end: covered.end });
    start += form.length;
  }
  return occurrences;
}

/** The text as the rule compares it. Marks, quotes, dashes and white space are folded whether or not case is kept. */
export function foldText(text: string, caseSensitive: boolean): FoldedText {
  const characters = foldCharacters(text, caseSensitive);
  const units = characters.flatMap((character) =>
    Array.from({ length: character.codePoint > 0xffff ? 2 : 1 }, () => character),
  );
  return {
    text: textOf(characters.map((character) => character.codePoint)),
    starts: units.map((unit) => unit.start),
    ends: units.map((unit) => unit.end),
  };
}

function formsOf(pattern: NamePattern): number[][] {
  const written = foldText(pattern.name, pattern.caseSensitive).text.replace(/^ | $/g, '');
  if (written === '') return [];
  const forms = [written, written.replaceAll(' & ', ' and '), written.replaceAll(' and ', ' & ')];
  return forms.map((form) => Array.from(form, (character) => character.codePointAt(0) ?? 0));
}

function isSpaceless(form: readonly number[]): boolean {
  const letters = form.filter((codePoint) => bitsOf(codePoint) & LETTER_BIT);
  return letters.length > 0 && letters.every((codePoint) => bitsOf(codePoint) & SPACELESS_BIT);
}

function standsAt(folded: FoldedCharacter[], start: number, form: readonly number[], bounded: boolean): boolean {
  if (!form.every((codePoint, index) => folded[start + index]?.codePoint === codePoint)) return false;
  return !bounded || !(isWord(folded[start - 1]) || isWord(folded[start + form.length]));
}

function isWord(character: FoldedCharacter | undefined): boolean {
  return character !== undefined && (bitsOf(character.codePoint) & WORD_BIT) !== 0;
}

function foldCharacters(text: string, caseSensitive: boolean): FoldedCharacter[] {
  const composed = compose(stripMarks(sortMarks(decompose(removeIgnored(text)))));
  const replaced = composed.map(({ codePoint, start, end }) => ({
    codePoint: replacementOf(caseSensitive ? codePoint : lowerCaseOf(codePoint)),
    start,
    end,
  }));
  return joinSpaces(replaced);
}

function removeIgnored(text: string): FoldedCharacter[] {
  const kept: FoldedCharacter[] = [];
  let start = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const end = start + character.length;
    if (!(bitsOf(codePoint) & REMOVED_BIT)) kept.push({ codePoint, start, end });
    // Variation selectors are the only removed characters that are marks: they affect how the character before them looks.
    else if (bitsOf(codePoint) & MARK_BIT) widenLast(kept, end);
    start = end;
  }
  return kept;
}

function decompose(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  return characters.flatMap(({ codePoint, start, end }) =>
    (decompositionOf(codePoint) ?? [codePoint]).map((part) => ({ codePoint: part, start, end })),
  );
}

/** Canonical order: runs of marks by combining class, everything else in place. */
function sortMarks(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  const sorted: FoldedCharacter[] = [];
  for (const character of characters) {
    const rank = combiningClassOf(character.codePoint);
    let place = sorted.length;
    while (rank > 0 && place > 0 && combiningClassOf(sorted[place - 1]?.codePoint ?? 0) > rank) place -= 1;
    sorted.splice(place, 0, character);
  }
  return sorted;
}

function stripMarks(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  const kept: FoldedCharacter[] = [];
  for (const character of characters) {
    const isMark = (bitsOf(character.codePoint) & MARK_BIT) !== 0;
    const last = kept.at(-1);
    if (isMark && last !== undefined && bitsOf(last.codePoint) & STRIPS_MARKS_BIT) widenLast(kept, character.end);
    else kept.push(character);
  }
  return kept;
}

/** NFC of decomposed characters in canonical order. */
function compose(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  const composed: FoldedCharacter[] = [];
  let starter = -1;
  for (const character of characters) {
    const rank = combiningClassOf(character.codePoint);
    const base = composed[starter];
    const last = composed.at(-1);
    // Blocked by a character in between whose class is not lower.
    const isReachable = last === base || (last !== undefined && combiningClassOf(last.codePoint) < rank);
    const composite = base && isReachable ? compositionOf(base.codePoint, character.codePoint) : null;
    if (base && composite !== null) {
      composed[starter] = span(composite, base, character);
      continue;
    }
    if (rank === 0) starter = composed.length;
    composed.push(character);
  }
  return composed;
}

function joinSpaces(characters: readonly FoldedCharacter[]): FoldedCharacter[] {
  const joined: FoldedCharacter[] = [];
  for (const character of characters) {
    const last = joined.at(-1);
    if (character.codePoint === SPACE && last?.codePoint === SPACE)
      joined[joined.length - 1] = span(SPACE, last, character);
    else joined.push(character);
  }
  return joined;
}

function widenLast(characters: FoldedCharacter[], end: number): void {
  const last = characters.at(-1);
  if (last !== undefined) characters[characters.length - 1] = { ...last, end: Math.max(last.end, end) };
}

function span(codePoint: number, one: FoldedCharacter, other: FoldedCharacter): FoldedCharacter {
  return { codePoint, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

function textOf(codePoints: readonly number[]): string {
  return codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join('');
}

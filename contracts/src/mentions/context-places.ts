import { bitsOf } from './fold-tables.ts';
import type { NamePattern } from './matching-rule.ts';
import { contextWord, hasContext, spanOf, startsWord, wordsBetween } from './pattern-context.ts';
import type { WordSpan } from './pattern-context.ts';
import type { TextFolder } from './text-folder.ts';
import { DEFAULT_DISTANCE } from './values.ts';

interface Context {
  /** Indexes of words. */
  readonly near: readonly number[];
  readonly notNear: readonly number[];
  readonly distance: number;
}

/** The contexts of patterns, and the words in them, which the automaton finds as patterns after all others. */
export class Contexts {
  readonly words: NamePattern[] = [];
  private readonly contexts: (Context | null)[];
  private readonly indexes = new Map<string, number>();

  private constructor(patterns: readonly NamePattern[]) {
    const indexesOf = (words: readonly string[] = []) => words.map((word) => this.indexOf(word));
    this.contexts = patterns.map((pattern) => {
      if (!hasContext(pattern)) return null;
      const { near, notNear, distance = DEFAULT_DISTANCE } = pattern;
      return { near: indexesOf(near), notNear: indexesOf(notNear), distance };
    });
  }

  /** Null when no pattern has one. */
  static of(patterns: readonly NamePattern[]): Contexts | null {
    return patterns.some(hasContext) ? new Contexts(patterns) : null;
  }

  /** Of patterns; the words come after them. */
  get count(): number {
    return this.contexts.length;
  }

  of(pattern: number): Context | null {
    return this.contexts[pattern] ?? null;
  }

  private indexOf(word: string): number {
    const known = this.indexes.get(word);
    if (known !== undefined) return known;
    const index = this.words.push(contextWord(word)) - 1;
    this.indexes.set(word, index);

    return index;
  }
}

/** Where the words of contexts stand around one text, in words counted on from the text before it. */
export class ContextPlaces {
  private readonly places = new Map<number, WordSpan[]>();
  private starts: readonly number[] = [];

  /** `starts`: where the words of the text itself start. */
  setOwn(starts: readonly number[]): void {
    this.starts = starts;
  }

  /** `starts`: of the text in which the word stands, which begins `shift` words after the text itself. */
  add(word: number, starts: readonly number[], start: number, end: number, shift: number): void {
    const place = spanOf(starts, { start, end }, shift);
    const known = this.places.get(word);
    if (known) known.push(place);
    else this.places.set(word, [place]);
  }

  /** Whether an occurrence at [start, end) counts. */
  fits({ near, notNear, distance }: Context, start: number, end: number): boolean {
    const here = spanOf(this.starts, { start, end }, 0);
    const stands = (word: number): boolean =>
      this.places.get(word)?.some((there) => wordsBetween(here, there) <= distance) ?? false;

    return (near.length === 0 || near.some(stands)) && !notNear.some(stands);
  }
}

/** Where each word of the text starts, as `wordStarts` has it. */
export function quickWordStarts(folder: TextFolder, text: string): number[] {
  const length = folder.fold(text);
  const starts: number[] = [];
  let previous = 0;
  for (let index = 0; index < length; index += 1) {
    const bits = bitsOf(folder.codePoints[index]!);
    if (startsWord(bits, previous)) starts.push(folder.starts[index]!);
    previous = bits;
  }

  return starts;
}

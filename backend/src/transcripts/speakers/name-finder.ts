import type { Candidate } from './candidates.ts';
import { wordsOfName } from './person-names.ts';
import { openingOf, type Turn, type Word } from './turns.ts';

/** A candidate's name in a turn, from word to word. */
export interface Spoken {
  readonly candidate: number;
  readonly from: number;
  readonly to: number;
  readonly isFull: boolean;
}

interface Known {
  readonly index: number;
  readonly words: readonly string[];
}

/** Short forms have at least so many letters: Dan, Chris. */
const SHORT = 3;
/** A transcript with fewer capitals than this was written without. */
const CAPITALS = 0.03;

/** Finds the names of candidates. A first name counts when only one candidate has it. */
export class NameFinder {
  private readonly byFirst = new Map<string, Known[]>();
  private readonly hasCapitals: boolean;
  /** Candidates who may be meant by their first name alone. */
  private readonly isFamiliar: boolean[];
  /** Whose whole name is said. */
  private readonly isMeant: boolean[];

  constructor(
    turns: readonly Turn[],
    private readonly candidates: readonly Candidate[],
  ) {
    candidates.forEach(({ name }, index) => {
      const words = wordsOfName(name);
      const [first] = words;
      if (first === undefined) return;
      for (const form of new Set([first, ...shortForms(first)]))
        this.byFirst.set(form, [...(this.byFirst.get(form) ?? []), { index, words }]);
    });
    const sample = turns.slice(0, 200).flatMap(({ words }) => words.slice(1));
    this.hasCapitals = sample.filter(({ isCapitalised }) => isCapitalised).length >= sample.length * CAPITALS;
    const said = turns.flatMap((turn) => this.completedIn(turn));
    const opening = turns.slice(0, openingOf(turns)).flatMap((turn) => this.completedIn(turn));
    this.isMeant = candidates.map((_, index) => said.some(({ candidate, isIt }) => candidate === index && isIt));
    this.isFamiliar = candidates.map(({ role }, index) => {
      const full = said.filter(({ candidate, isIt }) => candidate === index && isIt).length;
      const others = said.filter(({ candidate, isIt }) => candidate === index && !isIt).length;
      const isExpected = role !== null || opening.some(({ candidate, isIt }) => candidate === index && isIt);
      return isExpected && full >= others;
    });
  }

  namesIn({ words }: Turn): Spoken[] {
    const found: Spoken[] = [];
    for (let from = 0; from < words.length; from++) {
      const spoken = this.nameAt(words, from);
      if (!spoken) continue;
      found.push(spoken);
      from = spoken.to;
    }

    return found;
  }

  /** Where a candidate's first name has a surname: theirs, or that of somebody else. */
  private completedIn({ words }: Turn): { candidate: number; isIt: boolean }[] {
    return words.flatMap((_, from): { candidate: number; isIt: boolean }[] => {
      const known = this.byFirst.get(words[from]!.word);
      if (!known) return [];
      const full = this.fullNameAt(words, from);
      if (full) return [{ candidate: full.candidate, isIt: true }];
      return this.goesOn(words, from) ? known.map(({ index }) => ({ candidate: index, isIt: false })) : [];
    });
  }

  /** "Chris Lattner" is not the candidate Chris Benson. */
  private goesOn(words: readonly Word[], from: number): boolean {
    const [first, next] = [words[from]!, words[from + 1]];

    return (
      this.hasCapitals &&
      first.isCapitalised &&
      !first.closes &&
      next !== undefined &&
      next.isCapitalised &&
      !/^i(?:'|$)/.test(next.word)
    );
  }

  private fullNameAt(words: readonly Word[], from: number): Spoken | null {
    for (const { index, words: name } of this.byFirst.get(words[from]!.word) ?? [])
      if (name.length > 1 && name.every((word, at) => at === 0 || words[from + at]?.word === word))
        return { candidate: index, from, to: from + name.length - 1, isFull: true };

    return null;
  }

  private nameAt(words: readonly Word[], from: number): Spoken | null {
    const first = words[from]!;
    const known = this.byFirst.get(first.word);
    if (!known || (this.hasCapitals && !first.isCapitalised)) return null;
    const full = this.fullNameAt(words, from);
    if (full) return full;
    const meant = known.filter(
      ({ index }) => this.isFamiliar[index] || this.isMeant[index] || this.candidates[index]!.role !== null,
    );
    const [one] = meant;
    if (meant.length !== 1 || !one || !this.isFamiliar[one.index]) return null;
    const { index, words: name } = one;
    if (name.length > 1 && this.goesOn(words, from)) return null;

    return { candidate: index, from, to: from, isFull: false };
  }
}

/** "dan" for "daniel"; where another candidate is called Dan, it means neither. */
const shortForms = (first: string): string[] =>
  first.length > SHORT ? Array.from({ length: first.length - SHORT }, (_, cut) => first.slice(0, SHORT + cut)) : [];

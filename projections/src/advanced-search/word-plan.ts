import type { WordsAsked } from '@earmark/contracts/search';
import type { Db } from '../kit/db.ts';
import { wordsInARow } from '../passages/passage-words.ts';
import type { Library } from './library.ts';
import { listForms, listWordsWith } from './word-forms.ts';

/** A word of a query: any of these stands at the place, counted from the first of the term. */
export interface TermWord {
  readonly place: number;
  /** With the stemmers of the languages in which it counts; null: in any. */
  readonly words: ReadonlyMap<string, ReadonlySet<string> | null>;
}
/** Words that stand in a row. */
export interface Term {
  readonly words: readonly TermWord[];
  /** How many places they take. */
  readonly length: number;
}

export type WordLeaf =
  | { readonly kind: 'term'; readonly term: Term }
  | { readonly kind: 'near'; readonly distance: number; readonly left: Term; readonly right: Term };
export type WordPlan =
  | WordLeaf
  | { readonly kind: 'not'; readonly of: WordPlan }
  | { readonly kind: 'and' | 'or'; readonly of: readonly WordPlan[] };

export interface PlannedWords {
  /** Null: there is nothing to look for. */
  readonly plan: WordPlan | null;
  readonly notes: readonly string[];
  /** Why it must not run, with advice; null: it may. */
  readonly refusal: string | null;
}

const MOST_WORDS_OF_PREFIX = 1000;

/** Finds the words of the library that a query asks for. */
export async function planWords(db: Db, asked: WordsAsked, library: Library): Promise<PlannedWords> {
  const inflected = new Set<string>();
  const prefixes = new Set<string>();
  eachLeaf(asked, ({ kind, text }) => {
    const { words } = wordsInARow(text);
    if (kind === 'word' && words.length === 1) inflected.add(words[0]!.word);
    if (kind === 'prefix' && words.length > 0) prefixes.add(words.at(-1)!.word);
  });
  const forms = await listForms(db, library, [...inflected], library.stemmers);
  const begun = new Map<string, readonly string[]>();
  for (const prefix of prefixes) {
    const words = await listWordsWith(db, prefix, MOST_WORDS_OF_PREFIX + 1);
    if (words.length > MOST_WORDS_OF_PREFIX) {
      const refusal = `More than ${MOST_WORDS_OF_PREFIX} words begin with "${prefix}". Add a letter to ${prefix}*.`;
      return { plan: null, notes: [], refusal };
    }
    begun.set(prefix, words);
  }
  const notes: string[] = [];
  const termOf = ({ kind, text }: Leaf): Term | null => {
    const { words, length } = wordsInARow(text);
    if (words.length === 0) {
      notes.push(`There is no word in ${text.length > 40 ? `${text.slice(0, 40)}…` : text}, so it was left out.`);
      return null;
    }

    const termWords = words.map(({ word, place }, index) => {
      const all = new Map<string, Set<string> | null>();
      if (kind === 'word' && words.length === 1)
        for (const [stemmer, ofLanguage] of forms.get(word) ?? [])
          for (const form of ofLanguage) all.set(form, (all.get(form) ?? new Set<string>()).add(stemmer));
      if (kind === 'prefix' && index === words.length - 1)
        for (const longer of begun.get(word) ?? []) all.set(longer, null);

      return { place, words: all.set(word, null) };
    });

    return { words: termWords, length };
  };

  return { plan: planOf(asked, termOf), notes, refusal: null };
}

type Leaf = Extract<WordsAsked, { text: string }>;

function eachLeaf(asked: WordsAsked, take: (leaf: Leaf) => void): void {
  switch (asked.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
      return take(asked);
    case 'near':
      eachLeaf(asked.left, take);
      return eachLeaf(asked.right, take);
    case 'not':
      return eachLeaf(asked.of, take);
    case 'and':
    case 'or':
      return asked.of.forEach((one) => eachLeaf(one, take));
  }
}

function planOf(asked: WordsAsked, termOf: (leaf: Leaf) => Term | null): WordPlan | null {
  switch (asked.kind) {
    case 'word':
    case 'prefix':
    case 'phrase': {
      const term = termOf(asked);

      return term && { kind: 'term', term };
    }
    case 'near': {
      const left = planOf(asked.left, termOf);
      const right = planOf(asked.right, termOf);
      if (left?.kind !== 'term' || right?.kind !== 'term') return left ?? right;

      return { kind: 'near', distance: asked.distance, left: left.term, right: right.term };
    }
    case 'not': {
      const of = planOf(asked.of, termOf);

      return of && { kind: 'not', of };
    }
    case 'and':
    case 'or': {
      const of = asked.of.map((one) => planOf(one, termOf)).filter((one) => one !== null);

      return of.length > 1 ? { kind: asked.kind, of } : (of[0] ?? null);
    }
  }
}

/** What a segment must have to be found for it, not what it must not: for marks and for the order of results. */
export function positiveLeaves(plan: WordPlan): WordLeaf[] {
  switch (plan.kind) {
    case 'term':
    case 'near':
      return [plan];
    case 'not':
      return [];
    case 'and':
    case 'or':
      return plan.of.flatMap(positiveLeaves);
  }
}

/** Every leaf. */
export function allLeaves(plan: WordPlan): WordLeaf[] {
  switch (plan.kind) {
    case 'term':
    case 'near':
      return [plan];
    case 'not':
      return allLeaves(plan.of);
    case 'and':
    case 'or':
      return plan.of.flatMap(allLeaves);
  }
}

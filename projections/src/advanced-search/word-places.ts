import { grouped } from '../kit/grouped.ts';
import { wordsInText, type WordInText } from '../passages/passage-words.ts';
import { positiveLeaves, type Term, type TermWord, type WordLeaf, type WordPlan } from './word-plan.ts';

/** Places of words in a segment, ascending. */
export type Places = ArrayLike<number>;

/** Where words in a row begin, from the places of each. */
export function placesInARow(words: readonly Pick<TermWord, 'place'>[], placesOf: readonly Places[]): Places {
  let begins: Places = placesOf[0] ?? [];
  for (let index = 1; index < words.length; index += 1) {
    const step = words[index]!.place;
    const places = placesOf[index]!;
    const kept: number[] = [];
    let at = 0;
    for (let of = 0; of < begins.length; of += 1) {
      const begin = begins[of]!;
      while (at < places.length && places[at]! < begin + step) at += 1;
      if (at === places.length) break;
      if (places[at] === begin + step) kept.push(begin);
    }
    begins = kept;
  }

  return begins;
}

/** The places in `left` and `right`, `lengths` long, that are at most `distance` words apart and do not overlap. */
export function nearPlaces(
  [left, right]: readonly [Places, Places],
  lengths: readonly [number, number],
  distance: number,
): [left: Places, right: Places] {
  const near: [number[], Set<number>] = [[], new Set()];
  let from = 0;
  for (let of = 0; of < left.length; of += 1) {
    const a = left[of]!;
    while (from < right.length && right[from]! < a - distance - lengths[1] + 1) from += 1;
    let isNear = false;
    for (let at = from; at < right.length && right[at]! <= a + distance + lengths[0] - 1; at += 1) {
      const b = right[at]!;
      const gap = a < b ? b - (a + lengths[0] - 1) : a - (b + lengths[1] - 1);
      if (gap < 1 || gap > distance) continue;
      isNear = true;
      near[1].add(b);
    }
    if (isNear) near[0].push(a);
  }

  return [near[0], [...near[1]]];
}

/** Whether a word of the query counts in texts of the language. */
export const countsIn = (stemmers: ReadonlySet<string> | null, stemmer: string | null): boolean =>
  stemmers === null || (stemmer !== null && stemmers.has(stemmer));

/** Finds what a plan marks in texts, each of the language of a stemmer: see `TextPlaces.marks`. */
export function marker(plan: WordPlan | null): (text: string, stemmer: string | null) => number[] {
  if (plan === null) return () => [];
  const leaves = positiveLeaves(plan);
  const terms = leaves.flatMap((leaf) => (leaf.kind === 'term' ? [leaf.term] : [leaf.left, leaf.right]));
  const wanted = new Set(terms.flatMap(({ words }) => words.flatMap((word) => [...word.words.keys()])));
  const isWanted = (word: string): boolean => wanted.has(word);

  return (text, stemmer) => new TextPlaces(wordsInText(text, isWanted), stemmer).marks(leaves);
}

/** The occurrences of terms in a text, of which it has all words. */
export class TextPlaces {
  private readonly byWord: ReadonlyMap<string, readonly WordInText[]>;
  private readonly byPlace: ReadonlyMap<number, readonly WordInText[]>;

  constructor(
    words: readonly WordInText[],
    private readonly stemmer: string | null,
  ) {
    this.byWord = grouped(words, ({ word }) => word);
    this.byPlace = grouped(words, ({ place }) => place);
  }

  /** Where the leaf occurs. For words near each other, both. */
  of(leaf: WordLeaf): { term: Term; places: Places }[] {
    if (leaf.kind === 'term') return [{ term: leaf.term, places: this.begins(leaf.term) }];
    const { left, right, distance } = leaf;
    const near = nearPlaces([this.begins(left), this.begins(right)], [left.length, right.length], distance);

    return [
      { term: left, places: near[0] },
      { term: right, places: near[1] },
    ];
  }

  /** Flat [start, end, …] in UTF-16 units, ascending, without overlaps. */
  marks(leaves: readonly WordLeaf[]): number[] {
    const ranges: [start: number, end: number][] = [];
    for (const leaf of leaves)
      for (const { term, places } of this.of(leaf))
        for (const place of Array.from(places)) {
          const first = this.wordAt(term.words[0]!, place);
          const last = this.wordAt(term.words.at(-1)!, place);
          if (first && last) ranges.push([first.start, last.end]);
        }
    ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const marks: number[] = [];
    for (const [start, end] of ranges)
      if (marks.length > 0 && start < marks.at(-1)!) marks[marks.length - 1] = Math.max(marks.at(-1)!, end);
      else marks.push(start, end);

    return marks;
  }

  private begins({ words }: Term): Places {
    return placesInARow(
      words,
      words.map((any) => {
        const places: number[] = [];
        // A prefix has more words than the text.
        for (const [word, own] of this.byWord)
          if (any.words.has(word) && countsIn(any.words.get(word)!, this.stemmer))
            for (const { place } of own) places.push(place);

        return places.sort((a, b) => a - b);
      }),
    );
  }

  private wordAt({ place, words }: TermWord, begin: number): WordInText | undefined {
    return this.byPlace.get(begin + place)?.find(({ word }) => words.has(word));
  }
}

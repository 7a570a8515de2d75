import { grouped } from '../kit/grouped.ts';
import type { WordInText } from '../mentions/passage-words.ts';
import type { Term, TermWord, WordLeaf } from './word-plan.ts';

/** Places of words in a segment, ascending. */
export type Places = readonly number[];

/** Where a term begins, from the places of each of its words. */
export function placesInARow(term: Term, placesOf: readonly Places[]): Places {
  const [first = [], ...others] = placesOf;
  if (others.length === 0) return first;
  const sets = others.map((places) => new Set(places));

  return first.filter((start) => sets.every((places, index) => places.has(start + term.words[index + 1]!.place)));
}

/** The places in `left` and `right`, `lengths` long, that are at most `distance` words apart and do not overlap. */
export function nearPlaces(
  [left, right]: readonly [Places, Places],
  lengths: readonly [number, number],
  distance: number,
): [left: Places, right: Places] {
  const near: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (const a of left)
    for (const b of right) {
      const gap = a < b ? b - (a + lengths[0] - 1) : a - (b + lengths[1] - 1);
      if (gap < 1 || gap > distance) continue;
      near[0].add(a);
      near[1].add(b);
    }

  return [[...near[0]], [...near[1]]];
}

/** Whether a word of the query counts in texts of the language. */
export const countsIn = (stemmers: ReadonlySet<string> | null, stemmer: string | null): boolean =>
  stemmers === null || (stemmer !== null && stemmers.has(stemmer));

/** The occurrences of terms in a text. */
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
        for (const place of places) {
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

  private begins(term: Term): Places {
    return placesInARow(
      term,
      term.words.map(({ words }) =>
        [...words]
          .flatMap(([word, stemmers]) =>
            countsIn(stemmers, this.stemmer) ? (this.byWord.get(word) ?? []).map((one) => one.place) : [],
          )
          .sort((a, b) => a - b),
      ),
    );
  }

  private wordAt({ place, words }: TermWord, begin: number): WordInText | undefined {
    return this.byPlace.get(begin + place)?.find(({ word }) => words.has(word));
  }
}

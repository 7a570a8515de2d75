import type { Db } from '../kit/db.ts';
import { Postings } from './postings.queries.ts';
import type { Library, SearchedEpisodeFacts } from './search-library.ts';
import { complement, emptySet, intersect, unite, type SegmentSet } from './segment-set.ts';
import { nearPlaces, placesInARow, type Places } from './word-places.ts';
import { allLeaves, type Term, type WordLeaf, type WordPlan } from './word-plan.ts';

/** The segments that each leaf of a plan finds, and those that the whole plan does. */
export interface WordsFound {
  readonly found: SegmentSet;
  readonly byLeaf: ReadonlyMap<WordLeaf, SegmentSet>;
}

/** `only`: in one episode; the others are left empty. */
export async function findWords(
  db: Db,
  library: Library,
  plan: WordPlan,
  only: SearchedEpisodeFacts | null = null,
): Promise<WordsFound> {
  const postings = new Postings(db, library, only);
  const leaves = allLeaves(plan);
  const placed = leaves.flatMap(termsOf).filter(needsPlaces);
  await postings.read(wordsOf(leaves.flatMap(termsOf)), wordsOf(placed));
  const byLeaf = new Map(leaves.map((leaf) => [leaf, findLeaf(postings, library, leaf)]));
  const episodes = only ? [only] : library.episodes;

  return { found: evaluate(plan, (leaf) => byLeaf.get(leaf)!, episodes), byLeaf };
}

/** A set of its own. */
function evaluate(
  plan: WordPlan,
  found: (leaf: WordLeaf) => SegmentSet,
  episodes: readonly SearchedEpisodeFacts[],
): SegmentSet {
  switch (plan.kind) {
    case 'term':
    case 'near':
      return found(plan).slice();
    case 'not':
      return complement(evaluate(plan.of, found, episodes), episodes);
    case 'and':
    case 'or': {
      const [first, ...others] = plan.of;
      const set = evaluate(first!, found, episodes);
      for (const other of others) (plan.kind === 'and' ? intersect : unite)(set, evaluate(other, found, episodes));

      return set;
    }
  }
}

const termsOf = (leaf: WordLeaf): { term: Term; isNear: boolean }[] =>
  leaf.kind === 'term'
    ? [{ term: leaf.term, isNear: false }]
    : [leaf.left, leaf.right].map((term) => ({ term, isNear: true }));

const needsPlaces = ({ term, isNear }: { term: Term; isNear: boolean }): boolean => isNear || term.words.length > 1;

const wordsOf = (terms: readonly { term: Term }[]): Set<string> =>
  new Set(terms.flatMap(({ term }) => term.words.flatMap(({ words }) => [...words.keys()])));

function findLeaf(postings: Postings, library: Library, leaf: WordLeaf): SegmentSet {
  const set = emptySet(library.bits);
  if (leaf.kind === 'term' && leaf.term.words.length === 1) {
    postings.addTo(set, leaf.term.words[0]!);
    return set;
  }
  if (leaf.kind === 'term') {
    for (const [chunk, places] of placesOf(postings, leaf.term)) postings.addBits(set, chunk, places);
    return set;
  }
  const { left, right, distance } = leaf;
  const ofRight = placesOf(postings, right);
  for (const [chunk, places] of placesOf(postings, left)) {
    const [near] = nearPlaces([places, ofRight.get(chunk) ?? []], [left.length, right.length], distance);
    postings.addBits(set, chunk, near);
  }

  return set;
}

/** By chunk, where the term begins. */
function placesOf(postings: Postings, { words }: Term): Map<number, Places> {
  const [first, ...others] = words.map((word) => postings.places(word));
  const found = new Map<number, Places>();
  for (const [chunk, places] of first!) {
    const all = [places, ...others.map((one) => one.get(chunk) ?? [])];
    if (all.some(({ length }) => length === 0)) continue;
    const begins = placesInARow(words, all);
    if (begins.length > 0) found.set(chunk, begins);
  }

  return found;
}

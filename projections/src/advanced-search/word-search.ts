import type { Db } from '../kit/db.ts';
import { RecentlyUsed } from '../kit/recently-used.ts';
import { readPostings } from './postings.queries.ts';
import type { Library, SearchedEpisodeFacts } from './library.ts';
import { complement, emptySet, intersect, unite, type SegmentSet } from './segment-set.ts';
import { TimeBudget } from './time-budget.ts';
import { nearPlaces } from './word-places.ts';
import { addPlaces, addWord, nextCommonChunk, TermPlaces, type WordPostings } from './word-postings.ts';
import { allLeaves, type Term, type WordLeaf, type WordPlan } from './word-plan.ts';

/** The segments that each leaf of a plan finds, and those that the whole plan does. */
export interface WordsFound {
  readonly found: SegmentSet;
  readonly byLeaf: ReadonlyMap<WordLeaf, SegmentSet>;
}

/** A bit for each segment, so 125 KB each for a million. */
const LEAVES_KEPT = 100;
const leavesFound = new WeakMap<Library, RecentlyUsed<SegmentSet>>();

/** What was found in a library holds on; searches for the same words differ in filters and pages. */
function leavesOf(library: Library): RecentlyUsed<SegmentSet> {
  const known = leavesFound.get(library) ?? new RecentlyUsed<SegmentSet>(LEAVES_KEPT);
  leavesFound.set(library, known);

  return known;
}

const keyOf = (leaf: WordLeaf): string =>
  JSON.stringify(leaf, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value,
  );

/** `only`: in one episode; the others are left empty. */
export async function findWords(
  db: Db,
  library: Library,
  plan: WordPlan,
  only: SearchedEpisodeFacts | null = null,
  budget: TimeBudget = new TimeBudget(),
): Promise<WordsFound> {
  const leaves = allLeaves(plan);
  const known = only ? null : leavesOf(library);
  const byLeaf = new Map<WordLeaf, SegmentSet>();
  const keys = new Map(leaves.map((leaf) => [leaf, keyOf(leaf)]));
  for (const [leaf, key] of keys) {
    const set = known?.find(key);
    if (set) byLeaf.set(leaf, set);
  }
  const others = leaves.filter((leaf) => !byLeaf.has(leaf));
  const terms = others.flatMap(termsOf);
  const postings = await readPostings(db, library, wordsOf(terms), wordsOf(terms.filter(needsPlaces)), only);
  for (const leaf of others) {
    const set = findLeaf(postings, library, leaf, budget);
    byLeaf.set(leaf, set);
    known?.set(keys.get(leaf)!, set);
  }
  const episodes = only ? [only] : library.episodes;

  const isLeaf = plan.kind === 'term' || plan.kind === 'near';

  return { found: isLeaf ? byLeaf.get(plan)! : evaluate(plan, (leaf) => byLeaf.get(leaf)!, episodes), byLeaf };
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

function findLeaf(
  postings: ReadonlyMap<string, WordPostings>,
  library: Library,
  leaf: WordLeaf,
  budget: TimeBudget,
): SegmentSet {
  const set = emptySet(library.bits);
  budget.resume();
  if (leaf.kind === 'term' && leaf.term.words.length === 1) {
    addWord(set, leaf.term.words[0]!, postings, library, budget);
    return set;
  }
  const terms = (leaf.kind === 'term' ? [leaf.term] : [leaf.left, leaf.right]).map(
    ({ words }) => new TermPlaces(words, postings),
  );
  for (let chunk = nextCommonChunk(terms, 0); chunk !== Infinity; chunk = nextCommonChunk(terms, chunk + 1)) {
    budget.check();
    const shown = library.chunks[chunk];
    if (shown === undefined) continue;
    const [first, second] = terms.map((term) => term.placesIn(chunk, shown.episode.stemmer));
    const places =
      leaf.kind === 'term'
        ? first!
        : nearPlaces([first!, second!], [leaf.left.length, leaf.right.length], leaf.distance)[0];
    addPlaces(set, shown, places);
  }

  return set;
}

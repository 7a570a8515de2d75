import type { Db } from '../kit/db.ts';
import { anyWord, formsOfWord, LONG_WORD, OVERFULL } from '../mentions/segment-words.ts';
import { wordsInText } from '../mentions/passage-words.ts';
import type { Library, SearchedEpisodeFacts } from './search-library.ts';
import { addSegment, complement, emptySet, intersect, unite, type SegmentSet } from './segment-set.ts';
import { TextPlaces } from './word-places.ts';
import type { Term, WordLeaf, WordPlan } from './word-plan.ts';

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
  const byLeaf = new Map<WordLeaf, SegmentSet>();
  const evaluate = async (one: WordPlan): Promise<SegmentSet> => {
    switch (one.kind) {
      case 'term':
      case 'near': {
        const found = await findLeaf(db, library, one, only);
        byLeaf.set(one, found);

        return found.slice();
      }
      case 'not':
        return complement(await evaluate(one.of), only ? [only] : library.episodes);
      case 'and':
      case 'or': {
        const [first, ...others] = one.of;
        const found = await evaluate(first!);
        for (const other of others) (one.kind === 'and' ? intersect : unite)(found, await evaluate(other));

        return found;
      }
    }
  };

  return { found: await evaluate(plan), byLeaf };
}

async function findLeaf(
  db: Db,
  library: Library,
  leaf: WordLeaf,
  only: SearchedEpisodeFacts | null,
): Promise<SegmentSet> {
  const set = emptySet(library.bits);
  const terms = leaf.kind === 'term' ? [leaf.term] : [leaf.left, leaf.right];
  const query = terms.map(queryOf).join(' & ');
  const { rows } = await db.query<{ uuid: string; place: number; text: string }>(
    `select p.uuid, p.place, p.text
     from (
       select s.episode_uuid as uuid, s.text, s.words,
         (row_number() over (partition by s.episode_uuid order by s.order_key, s.segment_id))::integer - 1 as place
       from read.mentions_segment s
       join read.mentions_episode e on e.episode_uuid = s.episode_uuid and e.version_id = s.version_id
     ) p where p.words @@ $1::tsquery and ($2::uuid is null or p.uuid = $2)`,
    [`(${query}) | ${anyWord([OVERFULL])}`, only?.uuid ?? null],
  );
  for (const { uuid, place, text } of rows) {
    const episode = library.byUuid.get(uuid);
    if (!episode) continue;
    const texts = new TextPlaces(wordsInText(text), episode.stemmer);
    if (texts.of(leaf).every(({ places }) => places.length > 0)) addSegment(set, episode.firstBit + place);
  }

  return set;
}

const queryOf = (term: Term): string =>
  term.words.map(({ words }) => `(${anyWord([LONG_WORD, ...[...words.keys()].flatMap(formsOfWord)])})`).join(' & ');

import { dice, plainTextOf, type ShownSegment } from './search-checks.ts';

export interface BenchQuery {
  readonly path: string;
  /** The same for FTS5; null: it has no such query. */
  readonly sqlite: string | null;
  /** The same for a scan; null: one scan does not find it. */
  readonly literal: string | null;
}

/** One kind of query that a visitor can type, many times with other words. */
export interface QueryShape {
  readonly what: string;
  /** Filters have no words. */
  readonly kind: 'words' | 'filters' | 'suggestions';
  readonly queries: readonly BenchQuery[];
}

/** Values that filters take, the most frequent ones first. */
export interface FilterValues {
  readonly entities: readonly string[];
  readonly categories: readonly string[];
  readonly speakers: readonly string[];
  readonly podcasts: readonly string[];
}

/** Of all segments, those whose words are drawn. */
const SAMPLE = 20;
const COMMON = 100;
/** How many words more are known to many: in one of a few thousand segments at least. */
const KNOWN = 3000;
const FREQUENT_NAMES = 300;

/** Shapes with `each` queries, drawn from the texts: the same for the same texts and seed. */
export function drawShapes(
  segments: readonly ShownSegment[],
  values: FilterValues,
  { each, seed }: { each: number; seed: number },
): QueryShape[] {
  const next = dice(seed);
  const pick = <Value>(from: readonly Value[]): Value => from[next(from.length)]!;
  const texts = segments
    .filter((_, index) => index % SAMPLE === 0)
    .map(({ text }) =>
      plainTextOf(text)
        .trim()
        .split(' ')
        .filter((word) => /^[a-z0-9]{1,40}$/.test(word)),
    );
  const { common, known, rare } = wordsByFrequency(texts);
  const entities = values.entities.slice(0, FREQUENT_NAMES);
  const row = (length: number): string => {
    for (;;) {
      const words = pick(texts);
      const from = next(words.length + 1);
      if (from + length <= words.length) return words.slice(from, from + length).join(' ');
    }
  };
  const draw = (
    what: string,
    kind: QueryShape['kind'],
    query: () => Record<string, string>,
    sqliteOf: (q: string) => string | null = () => null,
    literalOf: (q: string) => string | null = () => null,
  ): QueryShape => ({
    what,
    kind,
    queries: Array.from({ length: each }, () => {
      const asked = query();
      const q = asked['q'] ?? '';
      const path = kind === 'suggestions' ? 'suggest' : 'advanced';

      return {
        path: `/api/search/${path}?${new URLSearchParams(asked).toString()}`,
        sqlite: sqliteOf(q),
        literal: literalOf(q),
      };
    }),
  });
  const same = (q: string) => q;
  const unquoted = (q: string) => q.replaceAll('"', '');
  const words = (
    what: string,
    q: () => string,
    sqliteOf?: (q: string) => string | null,
    literalOf?: (q: string) => string | null,
  ) => draw(what, 'words', () => ({ q: q() }), sqliteOf, literalOf);
  const near = (q: string) => q.replace(/^(\S+) near\/5 (\S+)$/, 'NEAR($1 $2, 5)');

  return [
    words('one of the 100 commonest words', () => pick(common), same, same),
    words('a known word', () => pick(known), same, same),
    words('a rare word', () => pick(rare), same, same),
    words('a known and a common word', () => `${pick(known)} ${pick(common)}`, same),
    words('three words that were said in a row', () => row(3), same),
    words('a phrase of two words', () => `"${row(2)}"`, same, unquoted),
    words('a phrase of three words', () => `"${row(3)}"`, same, unquoted),
    words('a phrase of five words', () => `"${row(5)}"`, same, unquoted),
    words('a phrase of two of the commonest words', () => `"${pick(common)} ${pick(common)}"`, same, unquoted),
    words('a prefix of four letters', () => `${pick(known).slice(0, 4)}*`, same),
    words(
      'a known word without another',
      () => `${pick(known)} -${pick(known)}`,
      (q) => q.replace(' -', ' NOT '),
    ),
    words(
      'a common word without another',
      () => `${pick(common)} -${pick(known)}`,
      (q) => q.replace(' -', ' NOT '),
    ),
    words(
      'either of two words with a third',
      () => `(${pick(known)} OR ${pick(known)}) ${pick(known)}`,
      (q) => q.replace(') ', ') AND '),
    ),
    words('words near each other', () => `${pick(known)} near/5 ${pick(common)}`, near),
    words('a word that nobody says', () => `zq${row(1)}x`, same, same),
    draw('a word in a podcast', 'words', () => ({ q: pick(known), podcast: pick(values.podcasts) })),
    draw('a word of a speaker', 'words', () => ({ q: pick(known), speaker: pick(values.speakers) })),
    draw('a common word and an entity', 'words', () => ({ q: pick(common), entity: pick(entities) })),
    draw('a word and a category', 'words', () => ({ q: pick(known), category: pick(values.categories) })),
    draw('a common word, mentioned several times', 'words', () => ({
      q: pick(common),
      minMentions: String(2 + next(4)),
    })),
    draw('a common word by mentions', 'words', () => ({ q: pick(common), sortBy: 'mentions' })),
    draw('an entity', 'filters', () => ({ entity: pick(entities) })),
    draw('an entity, mentioned several times', 'filters', () => ({
      entity: pick(entities),
      minMentions: String(2 + next(5)),
    })),
    draw('an entity and a speaker', 'filters', () => ({ entity: pick(entities), speaker: pick(values.speakers) })),
    draw('an entity and a podcast', 'filters', () => ({ entity: pick(entities), podcast: pick(values.podcasts) })),
    draw('a category and a year', 'filters', () => ({
      category: pick(values.categories),
      from: String(2012 + next(12)),
      to: String(2015 + next(10)),
    })),
    draw('a speaker', 'filters', () => ({ speaker: pick(values.speakers) })),
    draw('anything, mentioned several times', 'filters', () => ({
      minMentions: String(2 + next(40)),
      from: String(2005 + next(20)),
    })),
    draw('some years', 'filters', () => ({ from: String(2005 + next(20)), to: `20${15 + next(10)}-0${1 + next(9)}` })),
    draw('suggestions: a letter', 'suggestions', () => ({ q: pick(known).slice(0, 1) })),
    draw('suggestions: three letters', 'suggestions', () => ({ q: pick(known).slice(0, 3) })),
    draw('suggestions: a word', 'suggestions', () => ({ q: pick(known) })),
  ];
}

function wordsByFrequency(texts: readonly (readonly string[])[]): Record<'common' | 'known' | 'rare', string[]> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const long = ([word]: [string, number]) => word.length > 3;

  return {
    common: sorted.slice(0, COMMON).map(([word]) => word),
    known: sorted
      .slice(COMMON, COMMON + KNOWN)
      .filter(long)
      .map(([word]) => word),
    rare: sorted.filter((one) => one[1] === 1 && long(one)).map(([word]) => word),
  };
}

/** A query of each shape that a visitor can type, with what a peer is asked for the same. */
export interface BenchQuery {
  readonly what: string;
  readonly path: string;
  /** For FTS5; null: it has no such query. */
  readonly sqlite: string | null;
  /** For a scan; null: one scan does not find it. */
  readonly literal: string | null;
}

const advanced = (values: Readonly<Record<string, string>>): string =>
  `/api/search/advanced?${new URLSearchParams(values).toString()}`;
const words = (what: string, q: string, sqlite: string | null, literal: string | null = null): BenchQuery => ({
  what: `${what}: ${q}`,
  path: advanced({ q }),
  sqlite,
  literal,
});

/** `names`: of the library, for the filters. */
export const queriesOf = (names: {
  readonly entity: string;
  readonly category: string;
  readonly speaker: string;
  readonly podcast: string;
}): BenchQuery[] => [
  words('the commonest word', 'the', 'the', 'the'),
  words('a common word', 'like', 'like', 'like'),
  words('a common word', 'people', 'people', 'people'),
  words('a word', 'kubernetes', 'kubernetes', 'kubernetes'),
  words('a rare word', 'kubebuilder', 'kubebuilder', 'kubebuilder'),
  words('three words', 'open source license', 'open source license'),
  words('a phrase', '"open source"', '"open source"', 'open source'),
  words('a phrase of common words', '"of the"', '"of the"', 'of the'),
  words('a phrase of common words', '"it is a"', '"it is a"', 'it is a'),
  words('a rare phrase', '"machine learning model"', '"machine learning model"', 'machine learning model'),
  words('a prefix', 'kuber*', 'kuber*'),
  words('without a word', 'react -native', 'react NOT native'),
  words('either of two', '(docker OR podman) security', '(docker OR podman) AND security'),
  words('near each other', 'open near/5 source', 'NEAR(open source, 5)'),
  words('nothing', 'zzqxv', 'zzqxv', 'zzqxv'),
  { what: 'a word in a podcast', path: advanced({ q: 'people', podcast: names.podcast }), sqlite: null, literal: null },
  { what: 'a word of a speaker', path: advanced({ q: 'people', speaker: names.speaker }), sqlite: null, literal: null },
  { what: 'a word and an entity', path: advanced({ q: 'people', entity: names.entity }), sqlite: null, literal: null },
];

export const filtersOf = (names: Parameters<typeof queriesOf>[0]): BenchQuery[] => {
  const { entity, category, speaker, podcast } = names;
  const filters = (what: string, values: Readonly<Record<string, string>>): BenchQuery => ({
    what,
    path: advanced(values),
    sqlite: null,
    literal: null,
  });

  return [
    filters('no criterion', {}),
    filters('an entity', { entity }),
    filters('an entity, at least 3 mentions', { entity, minMentions: '3' }),
    filters('an entity and a speaker', { entity, speaker }),
    filters('an entity and a podcast', { entity, podcast }),
    filters('a category', { category }),
  ];
};

export const SUGGESTED = ['k', 'ku', 'kube', 'kubernetes op', 'peop', 'the'].map((q): BenchQuery => ({
  what: `suggestions: ${q}`,
  path: `/api/search/suggest?q=${encodeURIComponent(q)}`,
  sqlite: null,
  literal: null,
}));

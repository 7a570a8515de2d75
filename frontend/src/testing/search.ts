import type {
  AdvancedSearchAnswer,
  SearchedEpisode,
  SearchFacets,
  SearchMention,
  SearchOptions,
  Suggestions,
} from '@earmark/contracts/search';

const optionsOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** What the criteria offer: two speakers, in a podcast each. */
export const SEARCH_OPTIONS: SearchOptions = {
  episodes: [{ value: '1b4e28ba-2fa1-41d2-883f-0016d3cca427', label: 'Ferries' }],
  podcasts: optionsOf(['Harbour', 'Marginalia']),
  entities: optionsOf(['Lagos', 'Las Vegas', 'Tea']),
  categories: optionsOf(['location', 'product']),
  speakers: optionsOf(['Ada Obi', 'Bo']),
  speakersByPodcast: { Harbour: ['Ada Obi'], Marginalia: ['Bo'] },
  minMentionsOptions: [1, 2, 3, 4].map((value) => ({ value, label: `${value}+` })),
  sortByOptions: optionsOf(['date', 'mentions', 'relevance']),
};

export const mentionOf = (entity: string, speakerBreakdown: Record<string, number>): SearchMention => ({
  entity,
  entityId: `entity-${entity}`,
  entitySlug: entity.toLowerCase(),
  entityType: 'location',
  iconName: 'MapPin',
  colorClass: '',
  count: Object.values(speakerBreakdown).reduce((sum, count) => sum + count, 0),
  url: null,
  primarySpeaker: Object.keys(speakerBreakdown)[0] ?? 'Unknown',
  speakerBreakdown,
});

/** A passage of ten seconds in which the word is marked. */
export const passageOf = (id: string, text: string, word: string, startMs = 10_000) => ({
  segmentId: id,
  startMs,
  endMs: startMs + 10_000,
  timeFormatted: '00:00:10',
  speaker: 'Ada Obi',
  text,
  marks: [text.indexOf(word), text.indexOf(word) + word.length],
});

/** An episode with audio that mentions Lagos eleven times. */
export const searchedEpisode = (name: string, more: Partial<SearchedEpisode> = {}): SearchedEpisode => ({
  episode: {
    uuid: name.toLowerCase(),
    name,
    slug: name.toLowerCase(),
    publishedAt: '2026-01-02T00:00:00.000Z',
    audioUrl: 'https://harbour.example/ferries.mp3',
    imageUrl: null,
    lengthMs: 600_000,
  },
  podcast: { uuid: 'harbour', name: 'Harbour', host: 'Ada Obi', slug: 'Harbour', imageUrl: null },
  mentions: [mentionOf('Lagos', { 'Ada Obi': 8, Bo: 3 })],
  mentionsLeft: 0,
  passages: { total: 0, shown: [] },
  strip: [],
  ...more,
});

const NO_FACETS: SearchFacets = { podcasts: [], categories: [], entities: [], speakers: [], years: [] };

/** The server's answer to a search with these results. */
export const searchAnswer = (
  results: readonly SearchedEpisode[],
  more: Partial<Omit<AdvancedSearchAnswer, 'criteria' | 'facets'>> & {
    criteria?: Partial<AdvancedSearchAnswer['criteria']>;
    facets?: Partial<SearchFacets>;
  } = {},
): AdvancedSearchAnswer => ({
  totalResults: results.length,
  summary: { totalMentions: 11, uniqueEntities: 1, totalPassages: 0 },
  results: [...results],
  next: null,
  relaxations: [],
  notes: [],
  ...more,
  facets: { ...NO_FACETS, ...more.facets },
  criteria: {
    words: '',
    entity: '',
    category: '',
    speaker: '',
    podcast: '',
    episode: '',
    from: '',
    to: '',
    minMentions: 1,
    sortBy: 'date',
    ...more.criteria,
  },
});

export const suggestionsOf = (more: Partial<Suggestions> = {}): Suggestions => ({
  podcasts: [],
  episodes: [],
  entities: [],
  speakers: [],
  passages: [],
  totalPassages: 0,
  ...more,
});

import type { Addition, DirectoryChoice, DirectoryEpisode, DirectorySeries } from '@earmark/contracts/series';

/** A series as a directory returns it; its uuid is its name. */
export const seriesNamed = (name: string, more: Partial<DirectorySeries> = {}): DirectorySeries => ({
  uuid: name.toLowerCase(),
  name,
  author: 'Ada Lovelace',
  description: 'About the sea.',
  imageUrl: null,
  episodeCount: 23,
  language: 'de',
  explicit: false,
  categories: [],
  websiteUrl: 'https://www.harbour.example/',
  provider: 'itunes',
  feedUrl: 'https://harbour.example/feed.xml',
  newestAt: 1_780_000_000,
  isExisting: false,
  ...more,
});

/** An episode of a directory; its uuid is its name. */
export const episodeNamed = (name: string, more: Partial<DirectoryEpisode> = {}): DirectoryEpisode => ({
  uuid: name.toLowerCase(),
  name,
  description: '<p>How they run.</p>',
  imageUrl: null,
  datePublished: 1_780_000_000,
  audioUrl: null,
  transcriptUrls: [],
  duration: 3720,
  isAdded: false,
  ...more,
});

export const directoryChoice = (
  name: DirectoryChoice['name'],
  label: string,
  more: Partial<DirectoryChoice> = {},
): DirectoryChoice => ({ name, label, configured: true, isDefault: false, ...more });

/** Episodes that are being added; 3 of 12 so far. */
export const additionOf = (more: Partial<Addition> = {}): Addition => ({
  id: 'addition-1',
  kind: 'episodes',
  seriesUuid: 'our-harbour',
  name: 'Harbour',
  status: 'running',
  problem: null,
  total: 12,
  done: 3,
  added: 2,
  existing: 1,
  failed: 0,
  items: [],
  ...more,
});

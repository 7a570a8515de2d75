/** Packages of ours that a package may import, and by which doors. Whatever is not listed is closed. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  projections: ['contracts'],
  backend: ['contracts', 'projections/queries', 'projections/recounts', 'projections/runner', 'projections/event-log'],
  frontend: ['contracts'],
  ops: ['contracts', 'projections', 'backend'],
};

/** Only specs and what serves them may use these doors. */
export const FOR_SPECS_ONLY = ['projections/testing'];

/**
 * Features meet through events on the server and in `pages` on the screen. Where one command needs the rules of two
 * streams, the feature that commands may read the other's; the reason stands in DECISIONS.md.
 */
export const FEATURES_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/episodes': ['series', 'transcripts', 'mentions'],
  'contracts/transcripts': ['vocabulary', 'episodes'],
  'contracts/entities': ['vocabulary', 'episodes'],
  'contracts/history': ['episodes'],
  'contracts/recounts': ['vocabulary', 'series'],
  'projections/recounts': ['mentions'],
  // Why a number is what it is: folded from the streams of episodes, narrated as history does.
  'backend/mentions': ['history', 'episode-page', 'transcripts', 'entities', 'vocabulary'],
  // History reads, narrates and undoes what the others record.
  'backend/history': ['series', 'episodes', 'transcripts', 'entities', 'vocabulary', 'recounts', 'library'],
  'backend/recounts': ['vocabulary'],
  'backend/transcripts': ['episodes', 'vocabulary'],
  // Descriptions by hand are as clean as those of feeds.
  'backend/episodes': ['feeds'],
  // The page of an episode as it was is folded from all its streams.
  'backend/episode-page': ['series', 'episodes', 'transcripts', 'entities', 'vocabulary', 'feeds'],
  'backend/entities': ['vocabulary', 'episodes'],
  'backend/directories': ['feeds'],
  // A series is added from what a directory found; an import fetches no transcript for an episode that has one.
  'backend/series': ['directories', 'feeds', 'transcripts'],
  'backend/library': ['vocabulary'],
  'backend/health': ['history'],
  'backend/backup': ['projections'],
  'backend/export': ['transcripts'],
  // What a change of patterns would do, shown with its passages, which can be played.
  'frontend/recounts': ['vocabulary', 'mentions', 'audio'],
  // Passages of an entity's page can be played.
  'frontend/mentions': ['audio'],
  // A number of mentions says why it is what it is, wherever it stands.
  'frontend/episodes': ['mentions'],
  'backend/import': ['feeds', 'transcripts', 'vocabulary'],
  // Who may undo what; what a change of patterns did to the counts; the editor in which a description is put right.
  'frontend/history': ['accounts', 'episodes', 'recounts'],
  // The entity manager of an episode saves as the other editors do, picks categories and plays what it finds.
  'frontend/entities': ['episodes', 'vocabulary', 'audio'],
  // So does the editor of its transcript.
  'frontend/transcripts': ['episodes'],
};

/** Folders that put features together. */
export const MEETING_PLACES = [
  'frontend/app',
  'frontend/pages',
  'frontend/episode-page',
  'backend/testing',
  'projections/testing',
];

/** Folders of the front end, from the bottom up; features stand between the two lists. None imports one above it. */
export const FRONTEND_BELOW_FEATURES = ['kit', 'ui'];
export const FRONTEND_ABOVE_FEATURES = ['episode-page', 'pages', 'app'];

/** Packages that may be imported in one file only. */
export const IN_ONE_FILE: Readonly<Record<string, string>> = {
  '@eventstore/db-client': 'projections/src/kit/event-log/eventstore-client.ts',
};

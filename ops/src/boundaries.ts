/** Our packages that a package may import, and through which entry points. Anything not listed is forbidden. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  projections: ['contracts'],
  backend: [
    'contracts',
    'projections/queries',
    'projections/recounts',
    'projections/noise',
    'projections/runner',
    'projections/event-log',
    'projections/connections',
  ],
  frontend: ['contracts'],
  ops: ['contracts', 'projections', 'backend'],
};

/** Only specs and their support files may use these entry points. */
export const FOR_SPECS_ONLY = ['projections/testing'];

/**
 * Features meet through events on the server and in `pages` on the screen. Where one command needs the rules of two
 * streams, the commanding feature may import the other; DECISIONS.md gives the reason.
 */
export const FEATURES_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'contracts/episodes': ['series', 'transcripts', 'mentions'],
  'contracts/transcripts': ['vocabulary', 'episodes'],
  'contracts/entities': ['vocabulary', 'episodes', 'discovery'],
  'contracts/history': ['episodes'],
  'contracts/speech': ['episodes', 'files'],
  'contracts/pipeline': ['episodes', 'series', 'transcripts', 'speech', 'files'],
  'contracts/carry-over': ['episodes', 'transcripts'],
  'contracts/discovery': ['entities', 'episodes', 'transcripts', 'vocabulary'],
  'contracts/recounts': ['vocabulary', 'series'],
  'contracts/uploads': ['episodes', 'series', 'transcripts'],
  // A pattern carries a part of the matching rule; a split names podcasts and segments.
  'contracts/vocabulary': ['mentions', 'series', 'episodes', 'transcripts'],
  'contracts/mentions': ['vocabulary'],
  'projections/recounts': ['mentions', 'noise'],
  // Counts what the patterns of the vocabulary find.
  'projections/noise': ['mentions', 'vocabulary'],
  // Counts of candidates are those of the matching rule in the shown texts.
  'projections/discovery': ['mentions'],
  // Lists of runs are filtered by words of titles.
  'projections/pipeline': ['search'],
  // Uploads are filtered by words of titles, as runs are.
  'projections/uploads': ['pipeline'],
  // Episodes are searched by the names of their entities.
  'projections/mentions': ['vocabulary'],
  // Searches join what every other projector knows.
  'projections/passages': ['mentions'],
  'projections/advanced-search': ['catalogue', 'mentions', 'passages', 'search', 'vocabulary'],
  // Answers are made of what searches find.
  'projections/assistant': ['advanced-search', 'passages'],
  // Answers come from the searched library, from a language model that reads its passages, or from what was uploaded.
  'backend/assistant': ['search', 'models', 'speech', 'uploads'],
  // Explains counts: folded from the streams of episodes, narrated as in history.
  'backend/mentions': ['history', 'episode-page', 'transcripts', 'entities', 'vocabulary'],
  // History reads, narrates and undoes what the others record.
  'backend/history': [
    'series',
    'episodes',
    'transcripts',
    'carry-over',
    'discovery',
    'entities',
    'vocabulary',
    'pipeline',
    'recounts',
    'library',
    'uploads',
  ],
  // A run refuses what was removed, and says what it replaces.
  'backend/pipeline': ['episodes', 'transcripts'],
  'backend/recounts': ['vocabulary'],
  // What is uploaded is the shown transcript of an episode that is there; errors of services are described alike.
  'backend/uploads': ['episodes', 'series', 'transcripts', 'speech', 'feeds'],
  // Imports may hold back noisy names.
  'backend/vocabulary': ['noise'],
  'backend/transcripts': ['episodes', 'series', 'vocabulary'],
  // Descriptions edited by hand are sanitised as those of feeds are.
  'backend/episodes': ['feeds'],
  // An episode's page at a past moment is folded from all its streams.
  'backend/episode-page': [
    'series',
    'episodes',
    'transcripts',
    'entities',
    'vocabulary',
    'history',
    'feeds',
    'uploads',
  ],
  'backend/entities': ['vocabulary', 'episodes'],
  // Compares two versions of a transcript and records corrections on one of them.
  'backend/carry-over': ['transcripts', 'episodes', 'vocabulary'],
  // Candidates are decided in the stream of an episode's entities; approvals also change the vocabulary.
  // What was found in a transcript, by a model that is asked as services that transcribe are.
  'backend/discovery': ['entities', 'episodes', 'vocabulary', 'transcripts', 'models', 'speech', 'recounts'],
  'backend/directories': ['feeds'],
  // Additions read the list of episodes as directories do; what they add is sent as commands.
  'backend/additions': ['directories', 'feeds'],
  // A series is added from what a directory found; an import fetches no transcript for an episode that has one.
  'backend/series': ['directories', 'feeds', 'transcripts'],
  // Which feed a series has and whether it is followed, as of the end of its stream.
  'backend/following': ['series', 'feeds'],
  'backend/library': ['vocabulary'],
  // Reads the episode and the language of its podcast, fetches what the publisher offers, stores it, and tells what is in it.
  'backend/speech': ['episodes', 'series', 'feeds', 'files', 'transcripts'],
  // Connections, and sentences about what a service refuses.
  'backend/models': ['speech', 'feeds'],
  'backend/health': ['history', 'search'],
  'backend/backup': ['projections'],
  'backend/export': ['transcripts'],
  // Every export names the last event before it.
  'backend/search': ['export'],
  // The preview of a pattern change shows passages, which can be played.
  'frontend/recounts': ['vocabulary', 'mentions', 'audio'],
  // Passages of an entity's page can be played.
  'frontend/mentions': ['audio'],
  // Passages that a search finds are marked as those of an entity's page are, and can be played.
  'frontend/search': ['mentions', 'audio'],
  // Candidates are heard and marked as passages are; decisions are undone by the history; categories are made on the way.
  'frontend/discovery': ['audio', 'history', 'mentions', 'vocabulary'],
  // Every mention count links to its explanation.
  'frontend/episodes': ['mentions'],
  // Citations show their words marked, play, and open their transcript.
  'frontend/assistant': ['audio', 'mentions', 'episodes'],
  'backend/import': ['feeds', 'noise', 'transcripts', 'vocabulary'],
  // Who may undo what; how a pattern change affected counts; the editor for resolving a description.
  'frontend/history': ['accounts', 'episodes', 'recounts'],
  // The entity manager of an episode saves as the other editors do, picks categories and plays what it finds.
  'frontend/entities': ['episodes', 'vocabulary', 'audio'],
  // Lists of uploads are filtered as lists of runs are.
  'frontend/uploads': ['pipeline'],
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

/** Front-end folders, from the bottom up; features are between the two lists. None imports one above it. */
export const FRONTEND_BELOW_FEATURES = ['kit', 'ui'];
export const FRONTEND_ABOVE_FEATURES = ['episode-page', 'pages', 'app'];

/** Packages that only these files may import. */
export const CONFINED: Readonly<Record<string, readonly string[]>> = {
  '@eventstore/db-client': [
    'projections/src/kit/event-log/eventstore-client.ts',
    'projections/src/kit/event-log/eventstore-filtered-read.ts',
  ],
};

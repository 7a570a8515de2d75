export { findTablesState, shownPosition, TABLES_STATE } from './kit/checkpoints.ts';
export type { Db } from './kit/db.ts';
export { openPool } from './kit/pool.ts';
export { BEGIN_READING } from './kit/reading.ts';
export { RecentlyUsed } from './kit/recently-used.ts';
export { searchAdvanced, type SearchTimes } from './advanced-search/advanced-search.queries.ts';
export { listEntityIndex, type EntityPlace } from './advanced-search/entity-index.queries.ts';
export { findPassages, type FoundPassage } from './advanced-search/found-passages.queries.ts';
export { SearchLibrary, type LibraryAt, type SearchMoment } from './advanced-search/search-library.ts';
export { createKeptEpisodes } from './advanced-search/kept-episodes.queries.ts';
export { rememberCommonWords } from './advanced-search/postings.queries.ts';
export { listSearchOptions } from './advanced-search/search-options.queries.ts';
export type { ResultPlace } from './advanced-search/search-order.ts';
export { SearchRefused } from './advanced-search/search-refused.ts';
export { listFoundSegments } from './advanced-search/segments.queries.ts';
export { suggest } from './advanced-search/suggest.queries.ts';
export {
  findAnswerPassages,
  inScope,
  understandQuestion,
  type AnswerPassage,
  type ScopeOfAnswer,
  type UnderstoodQuestion,
  type WantedWord,
} from './assistant/answer-passages.queries.ts';
export * from './assistant/assistant.queries.ts';
export { countMentions, countSegmentsIn, listMostMentioned, type Counted } from './assistant/mention-counts.ts';
export { sentencesOf, wordsOfSentence, type Sentence } from './assistant/passage-sentences.ts';
export { findCategoryAsked } from './assistant/question-names.queries.ts';
export { listEpisodeNames, listPodcastNames } from './advanced-search/search-names.queries.ts';
export { wordsInText } from './passages/passage-words.ts';
export * from './catalogue/catalogue.queries.ts';
export * from './catalogue/following.queries.ts';
export * from './catalogue/mentioned-episodes.queries.ts';
export * from './catalogue/places.queries.ts';
export * from './catalogue/removed.queries.ts';
export * from './corrections/corrections.queries.ts';
export * from './discovery/candidates.queries.ts';
export * from './discovery/episodes-to-search.queries.ts';
export * from './discovery/decisions.queries.ts';
export * from './discovery/evidence.queries.ts';
export * from './discovery/names.queries.ts';
export * from './discovery/review-rows.queries.ts';
export * from './mentions/entity-page.queries.ts';
export * from './mentions/mention-candidates.queries.ts';
export * from './mentions/merging.queries.ts';
export * from './mentions/splitting.queries.ts';
export * from './mentions/mention-view.ts';
export * from './mentions/episode-matches.queries.ts';
export * from './mentions/export.queries.ts';
export * from './mentions/found-entities.queries.ts';
export * from './mentions/mentions.queries.ts';
export * from './mentions/passages.queries.ts';
export * from './mentions/removal.queries.ts';
export * from './mentions/shared-links.queries.ts';
export * from './mentions/speaker-names.queries.ts';
export { namedPattern } from './mentions/counted-parts.ts';
export * from './mentions/why-mention.queries.ts';
export type { NumberScope } from './mentions/why-parts.queries.ts';
export * from './mentions/why-total.queries.ts';
export * from './mentions/why.queries.ts';
export { decide as decideOccurrences } from './mentions/decisions.ts';
export { joined as joinedSpans, occurrencesByEntity, type PinnedVocabulary } from './mentions/pinned-vocabulary.ts';
export * from './pipeline/pipeline.queries.ts';
export { listProcessingHistory } from './pipeline/processing-history.queries.ts';
export type { RunFilter } from './pipeline/run-rows.queries.ts';
export * from './pipeline/waiting-episodes.queries.ts';
export * from './search/search.queries.ts';
export { plainText } from './search/search-text.ts';
export * from './subjects/subjects.queries.ts';
export * from './uploads/indexed.queries.ts';
export * from './uploads/timed-segments.queries.ts';
export { unnamedSpeakers } from './uploads/status-messages.queries.ts';
export * from './uploads/uploads.queries.ts';
export * from './vocabulary/duplicates.queries.ts';
export * from './vocabulary/vocabulary.queries.ts';

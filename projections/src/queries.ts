export * from './catalogue/catalogue.queries.ts';
export * from './catalogue/mentioned-episodes.queries.ts';
export * from './mentions/entity-page.queries.ts';
export * from './mentions/episode-matches.queries.ts';
export * from './mentions/mentions.queries.ts';
export * from './mentions/passages.queries.ts';
export * from './search/search.queries.ts';
export * from './vocabulary/vocabulary.queries.ts';

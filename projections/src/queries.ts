export * from './catalogue/catalogue.queries.ts';
export * from './mentions/mentions.queries.ts';
export * from './vocabulary/vocabulary.queries.ts';

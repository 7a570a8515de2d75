export * from './query-language.ts';
export * from './typed-query.ts';
export * from './values.ts';
export * from './views.ts';

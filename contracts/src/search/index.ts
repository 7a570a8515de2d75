export * from './query-language.ts';
export * from './values.ts';
export * from './views.ts';

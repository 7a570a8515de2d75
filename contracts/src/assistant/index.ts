export * from './values.ts';
export * from './views.ts';

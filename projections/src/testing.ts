export * from './testing/story.ts';
export * from './testing/story-count.ts';
export * from './testing/test-database.ts';
export * from './testing/library.ts';
export * from './testing/plain-search.ts';
export * from './testing/neighbour.ts';
export * from './testing/projected.ts';

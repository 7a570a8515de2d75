export { openPool } from './kit/pool.ts';
export { lowerThreadPriority } from './kit/thread-priority.ts';
export { NoiseCounter, beginsSentence, emptyTally, noiseOf, type Tally } from './noise/noise-counter.ts';
export * from './noise/noise-work.ts';
export * from './noise/noise.queries.ts';

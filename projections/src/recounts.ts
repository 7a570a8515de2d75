export { openPool } from './kit/pool.ts';
export * from './recounts/recounts.queries.ts';
export { listRecountPassages } from './recounts/recount-passages.ts';
export { countMoved } from './recounts/moved-episodes.ts';
export type { PlannedChange } from './recounts/preview.ts';
export { lowerThreadPriority } from './kit/thread-priority.ts';
export { preview } from './recounts/preview.ts';
export { runRecount } from './recounts/recount-work.ts';

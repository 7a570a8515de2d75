export * from './recounts/recounts.queries.ts';
export { listRecountPassages } from './recounts/recount-passages.ts';
export type { PlannedChange } from './recounts/preview.ts';

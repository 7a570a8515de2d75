export * from './recounts/recounts.queries.ts';
export type { PlannedChange } from './recounts/preview.ts';

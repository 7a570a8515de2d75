export * from './events.ts';
export * from './problem.ts';

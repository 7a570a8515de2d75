export * from './command.ts';
export * from './context.ts';
export * from './event.ts';
export * from './limits.ts';
export * from './outcome.ts';
export * from './slug.ts';
export * from './time.ts';
export * from './uuid.ts';

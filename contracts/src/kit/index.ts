export * from './event.ts';
export * from './limits.ts';
export * from './slug.ts';
export * from './time.ts';
export * from './uuid.ts';

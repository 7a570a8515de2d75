export * from './event.ts';
export * from './slug.ts';
export * from './time.ts';
export * from './uuid.ts';

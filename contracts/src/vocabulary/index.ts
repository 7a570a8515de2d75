export * from './commands.ts';
export * from './events.ts';
export * from './noise.ts';
export * from './proposals.ts';
export * from './appearance.ts';
export * from './type-names.ts';
export * from './values.ts';
export * from './views.ts';

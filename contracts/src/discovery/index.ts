export * from './commands.ts';
export * from './values.ts';
export * from './views.ts';

export * from './commands.ts';
export * from './values.ts';

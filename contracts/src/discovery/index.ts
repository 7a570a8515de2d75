export * from './commands.ts';
export * from './events.ts';
export * from './values.ts';
export * from './views.ts';

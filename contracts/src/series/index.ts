export * from './commands.ts';
export * from './directory-views.ts';
export * from './events.ts';
export * from './followed-views.ts';
export * from './values.ts';
export * from './views.ts';

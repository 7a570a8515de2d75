export * from './commands.ts';
export * from './decision-views.ts';
export * from './events.ts';
export * from './finding-views.ts';
export * from './values.ts';
export * from './views.ts';

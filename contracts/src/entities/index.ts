export * from './events.ts';
export * from './views.ts';

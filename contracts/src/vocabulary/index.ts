export * from './events.ts';
export * from './looks.ts';
export * from './values.ts';
export * from './views.ts';

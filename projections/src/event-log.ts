export * from './kit/event-log/event-log.ts';
export * from './kit/event-log/open-log.ts';

export { prepareAppend } from './kit/event-log/append-request.ts';
export * from './kit/event-log/event-log.ts';
export * from './kit/event-log/open-log.ts';

import { expect, it } from '@jest/globals';
import { event } from '../testing/story.ts';
import type { RecordedEvent } from './event-log/event-log.ts';
import { Inbox } from './inbox.ts';

it('returns only whole appends', async () => {
  const inbox = new Inbox(100);
  await inbox.push(recorded(1n, 0, 0));
  await inbox.push(recorded(2n, 0, 2));
  await inbox.push(recorded(3n, 1, 2));
  expect(positions(inbox.take(10))).toEqual([1n]);
  await inbox.push(recorded(4n, 2, 2));
  expect(positions(inbox.take(10))).toEqual([2n, 3n, 4n]);
});

it('returns a whole append even beyond the requested number', async () => {
  const inbox = new Inbox(100);
  for (let index = 0; index < 3; index++) await inbox.push(recorded(BigInt(index + 1), index, 2));
  await inbox.push(recorded(4n, 0, 0));
  expect(positions(inbox.take(1))).toEqual([1n, 2n, 3n]);
  expect(positions(inbox.take(1))).toEqual([4n]);
});

it('makes the sender wait while it is full', async () => {
  const inbox = new Inbox(2);
  await inbox.push(recorded(1n, 0, 0));
  let isIn = false;
  const waiting = inbox.push(recorded(2n, 0, 0)).then(() => (isIn = true));
  await Promise.resolve();
  expect(isIn).toBe(false);
  inbox.take(1);
  await waiting;
  expect(isIn).toBe(true);
});

const positions = (events: RecordedEvent[]) => events.map(({ position }) => position);

function recorded(position: bigint, index: number, last: number): RecordedEvent {
  const { metadata, ...rest } = event('SeriesAdded', {});

  return {
    ...rest,
    position,
    stream: 'series-x',
    revision: 0,
    metadata: { ...metadata, append: { id: '00000000-0000-4000-8000-000000000002', index, last } },
  };
}

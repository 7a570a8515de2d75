import type { EventId } from '@earmark/contracts/kit';
import { describe, expect, it } from '@jest/globals';
import { AppendTooLarge, WrongExpectedRevision } from '../event-log.ts';
import type { ExpectedRevision, NewEvent } from '../event-log.ts';
import { collect, event, eventOfSize, events, idsOf, newStream, readIds, refusal } from './log-fixtures.ts';
import type { TestedLog } from './tested-log.ts';

const KB = 1000;

export function describeAppending(tested: () => TestedLog): void {
  const append = (stream: string, batch: readonly NewEvent[], expected: ExpectedRevision) =>
    tested().log.append(stream, batch, expected);

  describe('appending', () => {
    it('answers with the revision and position of the last event', async () => {
      const stream = newStream();
      const before = await tested().log.head();
      const first = await append(stream, events(3), 'no-stream');
      const second = await append(stream, events(2), first.revision);
      const stored = await collect(tested().log.readStream(stream));

      expect([first.revision, second.revision]).toEqual([2, 4]);
      expect(first.position > before).toBe(true);
      expect(stored.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
      expect([stored[2]?.position, stored[4]?.position]).toEqual([first.position, second.position]);
      expect(await tested().log.head()).toBe(second.position);
    });

    it.each([
      ['behind', 1, 2],
      ['ahead', 3, 2],
      ['no stream at all', 'no-stream', 2],
    ] as const)('is refused when the expected revision is %s', async (_, expected, actual) => {
      const stream = newStream();
      await append(stream, events(3), 'no-stream');
      const error = await refusal(append(stream, events(1), expected));

      expect(error).toBeInstanceOf(WrongExpectedRevision);
      expect(error).toMatchObject({ stream, expected, actual });
      expect(await readIds(tested().log, stream)).toHaveLength(3);
    });

    it('is refused when a stream is expected and there is none', async () => {
      const stream = newStream();
      const error = await refusal(append(stream, events(1), 0));

      expect(error).toBeInstanceOf(WrongExpectedRevision);
      expect(error).toMatchObject({ stream, expected: 0, actual: null });
    });

    it('lets exactly one of 32 racing writers win', async () => {
      const stream = newStream();
      const { revision } = await append(stream, events(1), 'no-stream');
      const { log, other } = tested();
      const racers = Array.from({ length: 32 }, (_, index) =>
        refusal((index % 2 ? log : other).append(stream, events(2), revision)),
      );
      const outcomes = await Promise.all(racers);

      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome instanceof WrongExpectedRevision)).toHaveLength(31);
      expect(await readIds(log, stream)).toHaveLength(3);
    });

    it('settles each of several waiting appends separately', async () => {
      const [free, other, taken] = [newStream(), newStream(), newStream()];
      await append(taken, events(1), 'no-stream');
      const outcomes = await Promise.all([
        refusal(append(taken, events(1), 'no-stream')),
        refusal(append(free, events(1), 'no-stream')),
        refusal(append(other, events(1), 'no-stream')),
        refusal(append(taken, [eventOfSize(2_000 * KB)], 0)),
        refusal(append(taken, events(1), 0)),
      ]);

      expect(outcomes.map((outcome) => (outcome instanceof Error ? outcome.name : outcome))).toEqual([
        'WrongExpectedRevision',
        'stored',
        'stored',
        'AppendTooLarge',
        'stored',
      ]);
    });

    it.each([
      ['a new stream', 0],
      ['an existing stream', 1],
    ] as const)('stores the same events once when they are sent again to %s', async (_, before) => {
      const stream = newStream();
      if (before) await append(stream, events(before), 'no-stream');
      const expected = before ? before - 1 : 'no-stream';
      const batch = events(3);
      const first = await append(stream, batch, expected);
      await append(stream, events(1), first.revision);

      expect(await append(stream, batch, expected)).toEqual(first);
      expect(await readIds(tested().log, stream)).toHaveLength(before + 4);
    });

    it('is refused when other events are already where the expectation would put them', async () => {
      const stream = newStream();
      const batch = events(2);
      await append(stream, batch, 'no-stream');
      const half = [...batch.slice(0, 1), event()];

      expect(await refusal(append(stream, half, 'no-stream'))).toBeInstanceOf(WrongExpectedRevision);
      expect(await refusal(append(stream, [...batch, event()], 'no-stream'))).toBeInstanceOf(WrongExpectedRevision);
    });

    it('stores one event in two streams', async () => {
      const [one, two] = [newStream(), newStream()];
      const batch = events(1);
      await append(one, batch, 'no-stream');
      await append(two, batch, 'no-stream');

      expect([await readIds(tested().log, one), await readIds(tested().log, two)]).toEqual([
        idsOf(batch),
        idsOf(batch),
      ]);
    });

    it('is visible to readers whole or not at all', async () => {
      const stream = newStream();
      const { other } = tested();
      const appending = append(stream, events(500), 'no-stream');
      const seen = new Set<number>();
      for (let done = false; !done;) {
        const count = (await readIds(other, stream)).length;
        seen.add(count);
        done = count > 0;
      }
      await appending;
      seen.delete(0);

      expect([...seen]).toEqual([500]);
    });

    it.each([1, 100, 1000])('accepts %d events at once', async (size) => {
      const stream = newStream();
      const batch = events(size);
      await append(stream, batch, 'no-stream');

      expect(await readIds(tested().log, stream)).toEqual(idsOf(batch));
    });

    it.each([
      ['900 kB', [900 * KB]],
      ['just under 1 MiB', [1_047_300]],
      ['just under 1 MiB in three events', [348_600, 348_600, 348_600]],
    ] as const)('accepts %s', async (_, sizes) => {
      const stream = newStream();
      const batch = sizes.map(eventOfSize);
      await append(stream, batch, 'no-stream');
      const stored = await collect(tested().log.readStream(stream));

      expect(stored.map(({ data }) => JSON.stringify(data).length)).toEqual(
        batch.map(({ data }) => JSON.stringify(data).length),
      );
    });

    it('is refused from 1 MiB on, before anything is sent', async () => {
      const stream = newStream();
      const batch = [eventOfSize(500 * KB), eventOfSize(560 * KB)];

      expect(await refusal(append(stream, batch, 'no-stream'))).toBeInstanceOf(AppendTooLarge);
      expect(await readIds(tested().log, stream)).toEqual([]);
    });

    it.each([
      ['U+0000 in a text', [event({ text: 'a\0b' })]],
      ['U+0000 in a name', [event({ 'a\0b': 1 })]],
      ['half of a surrogate pair', [event({ text: 'a\ud83d' })]],
      ['no event', []],
      ['an id that is not a UUID', [{ ...event(), id: 'first' as EventId }]],
      ['no data', [event(undefined).data === undefined ? event() : { ...event(), data: undefined }]],
    ])('is refused with an explanation when it contains %s', async (_, batch) => {
      const stream = newStream();

      expect(await refusal(append(stream, batch, 'no-stream'))).toBeInstanceOf(Error);
      expect(await readIds(tested().log, stream)).toEqual([]);
    });

    it('accepts text that only looks like U+0000 or half of a surrogate pair, and whole pairs', async () => {
      const stream = newStream();
      const text = '\\u0000 \\ud83d \u{1f600}';
      await append(stream, [event({ text })], 'no-stream');

      expect(await collect(tested().log.readStream(stream))).toMatchObject([{ data: { text } }]);
    });

    it('is refused for a system stream', async () => {
      expect(await refusal(append('$settings', events(1), 'no-stream'))).toBeInstanceOf(Error);
    });
  });
}

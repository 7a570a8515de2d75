import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineEvent, eventDecoder, MalformedEvent, UnknownEvent } from './event.ts';

const Painted = defineEvent(
  'Painted',
  { colour: z.string(), coats: z.number() },
  { 1: (data) => ({ ...data, coats: 1 }), 2: ({ color, ...data }) => ({ ...data, colour: color }) },
);
const decode = eventDecoder([Painted]);
const stored = (data: unknown, schemaVersion: number, type = 'Painted') => ({
  type,
  data,
  metadata: { schemaVersion },
});

it('derives its version from the number of upcasts', () => expect(Painted.version).toBe(3));

it('upcasts old data one version at a time', () => {
  const now = { type: 'Painted', data: { colour: 'red', coats: 1 } };
  expect(decode(stored({ color: 'red' }, 1))).toEqual(now);
  expect(decode(stored({ color: 'red', coats: 1 }, 2))).toEqual(now);
  expect(decode(stored({ colour: 'red', coats: 1 }, 3))).toEqual(now);
});

it('refuses an unknown type or version, and data that does not match the schema', () => {
  expect(() => decode(stored({}, 1, 'Varnished'))).toThrow(UnknownEvent);
  expect(() => decode(stored({}, 4))).toThrow(UnknownEvent);
  expect(() => decode(stored({ colour: 'red' }, 3))).toThrow(MalformedEvent);
});

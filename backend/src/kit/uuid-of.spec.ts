import { expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidOf } from './uuid-of.ts';

it.each(['0197A5C2-0000-7000-8000-00000000000F', '11111111-1111-1111-1111-111111111111'])(
  'accepts %s in a path, whatever its version',
  (value) => expect(uuidOf(value, 'episode', EpisodeUuid)).toBe(value.toLowerCase()),
);

it('refuses anything else', () => {
  expect(() => uuidOf('pilot', 'episode', EpisodeUuid)).toThrow('"pilot" is not a valid episode uuid.');
  expect(() => uuidOf('pilot', 'event')).toThrow('"pilot" is not a valid event uuid.');
});

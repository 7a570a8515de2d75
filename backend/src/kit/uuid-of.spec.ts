import { expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidOf } from './uuid-of.ts';

it.each(['0197A5C2-0000-7000-8000-00000000000F', '11111111-1111-1111-1111-111111111111'])(
  'takes %s of a path, of whatever version it is',
  (value) => expect(uuidOf(value, 'episode', EpisodeUuid)).toBe(value.toLowerCase()),
);

it('refuses what is no uuid', () => {
  expect(() => uuidOf('pilot', 'episode', EpisodeUuid)).toThrow('"pilot" is no episode uuid.');
  expect(() => uuidOf('pilot', 'event')).toThrow('"pilot" is no event uuid.');
});

import { describe, expect, it } from '@jest/globals';
import { filterByName, findByName } from './find-by-name.ts';

const mentions = ['Google', 'Go', 'Algolia'].map((name) => ({ entity: { name } }));

describe('the entities of an episode', () => {
  it('are found by a part of their name in any case', () => {
    expect(filterByName(mentions, ' GO ').map(({ entity }) => entity.name)).toEqual(['Google', 'Go', 'Algolia']);
    expect(filterByName(mentions, 'oog')).toHaveLength(1);
  });
  it('are all shown for a blank text', () => {
    expect(filterByName(mentions, '  ')).toBe(mentions);
  });
  it('give the one that bears the text of a link, else the first that contains it', () => {
    expect(['go', ' GÓ ', 'goo', 'algo'].map((text) => findByName(mentions, text)?.entity.name)).toEqual([
      'Go',
      'Go',
      'Google',
      'Algolia',
    ]);
    expect([findByName(mentions, 'rust'), findByName(mentions, ' ')]).toEqual([null, null]);
  });
});

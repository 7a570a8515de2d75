import { describe, expect, it } from '@jest/globals';
import { filterByName, findByName } from './find-by-name.ts';

const mentions = ['Google', 'Go', 'Algolia'].map((name) => ({ entity: { name } }));

describe('the entities of an episode', () => {
  it('are found by a part of their name in any case', () => {
    expect(filterByName(mentions, ' GO ').map(({ entity }) => entity.name)).toEqual(['Google', 'Go', 'Algolia']);
    expect(filterByName(mentions, 'oog')).toHaveLength(1);
  });
  it('are all kept for blank text', () => {
    expect(filterByName(mentions, '  ')).toBe(mentions);
  });
  it('are searched for an equal name first, then for a name that contains the text', () => {
    expect(['go', ' GÓ ', 'goo', 'algo'].map((text) => findByName(mentions, text)?.entity.name)).toEqual([
      'Go',
      'Go',
      'Google',
      'Algolia',
    ]);
    expect([findByName(mentions, 'rust'), findByName(mentions, ' ')]).toEqual([null, null]);
  });
});

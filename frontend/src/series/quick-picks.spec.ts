import { describe, expect, it } from '@jest/globals';
import { quickPicksOf } from './quick-picks.ts';

describe('the quick picks', () => {
  it('are four of the largest podcasts and the host of the largest', () => {
    const cards = [card('A', 1, 'Ann'), card('B', 9, 'Bo'), card('C', 5), card('D', 4), card('E', 3)];
    expect(quickPicksOf(cards)).toEqual(['B', 'C', 'D', 'E', 'Bo']);
  });
  it('are five different names even in a small library', () => {
    for (const cards of [[], [card('A', 1)], [card('A', 1, 'A')]]) {
      expect(new Set(quickPicksOf(cards)).size).toBe(5);
      expect(quickPicksOf(cards)).toHaveLength(5);
    }
  });
});

const card = (name: string, episodeCount: number, host: string | null = null) => ({
  id: name,
  slug: name,
  name,
  host,
  imageUrl: null,
  episodeCount,
});

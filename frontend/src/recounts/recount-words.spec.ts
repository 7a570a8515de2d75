import { expect, it } from '@jest/globals';
import { progressWords, relative, revertedWords, signed, totalsSentence } from './recount-words.ts';

it('says totals as one sentence', () => {
  expect(totalsSentence({ mentions: 412, episodes: 38 }, { mentions: 365, episodes: 35 })).toBe(
    'Mentions 412 → 365 (−47), episodes 38 → 35',
  );
  expect(totalsSentence({ mentions: 0, episodes: 0 }, { mentions: 1200, episodes: 35 })).toBe(
    'Mentions 0 → 1,200 (+1,200), episodes 0 → 35',
  );
});

it('adds a sign to differences', () => {
  expect([signed(3), signed(0), signed(-3)]).toEqual(['+3', '±0', '−3']);
  expect([relative(4, 1), relative(0, 9), relative(2, 2)]).toEqual(['−75%', 'new', '±0%']);
});

it('says how far a recount is', () => {
  expect(progressWords({ percent: 42.9, eventsPerSecond: 310.4, secondsLeft: 12 })).toBe(
    '42% · 310 episodes/s · about 12 s left',
  );
  expect(progressWords({ percent: 0, eventsPerSecond: null, secondsLeft: null })).toBe('0%');
  expect(progressWords({ percent: 1, eventsPerSecond: 1, secondsLeft: 200 })).toContain('about 4 min left');
});

it('says after a revert whether any counts changed', () => {
  const later = { id: 'x', at: '2026-01-02T03:04:05.000Z', by: 'ann' };
  expect(revertedWords({ episodes: 1, later })).toBe('1 episode has its earlier counts again.');
  expect(revertedWords({ episodes: 0, later })).toBe('A later publication is in force, so no counts changed.');
  expect(revertedWords({ episodes: 0, later: null })).toContain('no counts changed');
  expect(revertedWords(null)).toContain('that used it');
});

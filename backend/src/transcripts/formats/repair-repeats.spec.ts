import { describe, expect, it } from '@jest/globals';

import { cues, turns, seconds, untimed, texts } from './repair.fixture.ts';
import { repaired } from './repair.ts';

describe('repeats and noise', () => {
  it('drops exact repeats, but not the same text at another time', () => {
    const read = repaired(cues([0, 1, 'oh yes'], [2, 3, 'oh no'], [0, 1, 'oh yes'], [4, 5, 'oh yes']), null);
    expect(texts(read)).toEqual(['oh yes', 'oh no', 'oh yes']);
    expect(read.warnings).toContain('1 cue repeated an earlier one exactly and was dropped.');
  });
  it('reduces a text that is repeated more than three times in a row', () => {
    const loop = cues(
      [0, 1, 'a b'],
      [1, 2, 'x y'],
      [2, 3, 'x y'],
      [3, 4, 'x y'],
      [4, 5, 'x y'],
      [5, 6, 'c d'],
      [6, 7, 'z'],
      [7, 8, 'z'],
      [8, 9, 'z'],
    );
    const read = repaired(loop, null);
    expect(texts(read)).toEqual(['a b', 'x y', 'c d', 'z', 'z', 'z']);
    expect(read.warnings).toEqual(['3 cues in 1 loop of the same text were dropped; the first of each was kept.']);
  });
  it('drops empty cues and noise but keeps what people do', () => {
    const read = repaired(
      cues(
        [0, 1, ' \u200b'],
        [1, 2, '[BLANK_AUDIO]'],
        [2, 3, '(music)'],
        [3, 4, '♪'],
        [4, 5, '[laughter]'],
        [5, 6, '好'],
      ),
      null,
    );
    expect(texts(read)).toEqual(['[laughter]', '好']);
    expect(read.warnings).toEqual([
      '1 empty segment was dropped.',
      '3 cues without words, such as [BLANK_AUDIO], were dropped.',
    ]);
  });
  it('hands the time of an empty turn to the next one that has none', () => {
    const read = repaired(
      turns(seconds(0, null, 'aaaa'), seconds(30, null, ''), untimed('bbbb'), seconds(40, null, 'c')),
      null,
    );
    expect(read.segments.map(({ startMs }) => startMs)).toEqual([0, 30_000, 40_000]);
  });
});

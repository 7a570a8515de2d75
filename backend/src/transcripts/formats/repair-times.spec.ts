import { describe, expect, it } from '@jest/globals';
import { cues, seconds, turns, untimed } from './repair.fixture.ts';
import { repaired } from './repair.ts';

describe('times', () => {
  it('ends a cue that ended before it began at the next start, the last one at its own', () => {
    const read = repaired(cues([1, 0.5, 'a'], [3, 2, 'b']), null);
    expect(read.segments).toMatchObject([
      { startMs: 1000, endMs: 3000 },
      { startMs: 3000, endMs: 3000 },
    ]);
    expect(read.warnings).toContain('2 cues ended before they began; the next start was used as the end.');
  });
  it('takes the next start where the end is missing, and estimates the last', () => {
    const read = repaired(cues([0, null, 'a'], [5, null, 'ten letters']), null);
    expect(read.segments).toMatchObject([{ endMs: 5000 }, { endMs: 5660 }]);
    expect(read.warnings).toContain('2 segments had no end time; the next start was used as the end.');
  });
  it('does not end after the audio by its own estimate', () => {
    expect(repaired(cues([0, null, 'a'], [5, null, 'ten letters']), 5100).segments[1]?.endMs).toBe(5100);
  });
  it('spreads a text without times over the audio by its length', () => {
    const read = repaired(turns(untimed('aaaa'), untimed('bbbbbbbb'), untimed('cccc')), 4000);
    expect(read.segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 1000],
      [1000, 3000],
      [3000, 4000],
    ]);
    expect(read.warnings).toEqual([
      'The file has no times; they were estimated from the length of the audio and of the text.',
    ]);
  });
  it('leaves all times at 0 when the length of the audio is not known', () => {
    const read = repaired(turns(untimed('aaaa'), untimed('bbbb')), null);
    expect(read.segments.every(({ startMs, endMs }) => startMs === 0 && endMs === 0)).toBe(true);
    expect(read.warnings).toEqual([
      'The file has no times and the length of the audio is unknown, so all times are 0.',
    ]);
  });
  it('estimates unknown times between the known ones, without one that goes back', () => {
    const wrong = { ...untimed('dddd'), stamps: [{ offset: 2, ms: 100 }] };
    const read = repaired(
      turns(
        untimed('aaaa'),
        { ...seconds(10, null, 'bbbb'), stamps: [{ offset: 2, ms: 15_000 }] },
        untimed('cccc'),
        wrong,
        seconds(40, null, 'eeee'),
      ),
      50_000,
    );
    expect(read.segments.map(({ startMs }) => startMs)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
    expect(read.segments[4]?.endMs).toBe(40_300);
    expect(read.warnings).toEqual([
      '3 segments had no time; it was estimated from the known times and the length of the text.',
      '1 time went backwards and was ignored in these estimates.',
    ]);
  });
  it('keeps overlaps and says so', () => {
    const read = repaired(cues([0, 5, 'a'], [4, 6, 'b'], [6, 7, 'c']), null);
    expect(read.segments[0]).toMatchObject({ startMs: 0, endMs: 5000 });
    expect(read.warnings).toEqual(['1 cue overlaps the next one; its times were kept.']);
  });
});

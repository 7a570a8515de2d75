import { describe, expect, it } from '@jest/globals';
import { makeTimeline, nearestSegment, neighbourOf, segmentAt } from './timeline.ts';

const at = (...spans: [number, number][]) =>
  makeTimeline(spans.map(([startTime, endTime]) => ({ startTime, endTime })));

describe('the segment at a moment', () => {
  it('includes its start but not its end', () => {
    const timeline = at([0, 1000], [1000, 2000]);
    expect([0, 999, 1000, 1999].map((ms) => segmentAt(timeline, ms))).toEqual([0, 0, 1, 1]);
  });
  it('is the previous one during a pause and after the end', () => {
    const timeline = at([0, 1000], [3000, 4000]);
    expect([2000, 9000].map((ms) => segmentAt(timeline, ms))).toEqual([0, 1]);
  });
  it('does not exist before the first', () => {
    expect(segmentAt(at([500, 900]), 100)).toBeNull();
    expect(segmentAt(at(), 100)).toBeNull();
  });
  it('is the longer one again after a short one inside it has ended', () => {
    expect(segmentAt(at([0, 9000], [1000, 2000]), 5000)).toBe(0);
  });
  it('is found even if the transcript is not in chronological order', () => {
    const timeline = at([5000, 6000], [0, 1000], [2000, 3000]);
    expect([500, 2500, 5500].map((ms) => segmentAt(timeline, ms))).toEqual([1, 2, 0]);
  });
});

describe('the segment nearest to a moment', () => {
  it('is the segment at that moment', () => {
    expect(nearestSegment(at([0, 1000], [1000, 2000]), 1500)).toBe(1);
  });
  it('is the closer one during a pause', () => {
    const timeline = at([0, 1000], [3000, 4000]);
    expect([1500, 2500].map((ms) => nearestSegment(timeline, ms))).toEqual([0, 1]);
  });
  it('is the first before the first and the last after the last', () => {
    const timeline = at([500, 900], [1000, 2000]);
    expect([0, 99_000].map((ms) => nearestSegment(timeline, ms))).toEqual([0, 1]);
  });
  it('does not exist in an empty transcript', () => {
    expect(nearestSegment(at(), 0)).toBeNull();
  });
});

describe('the neighbours of a segment', () => {
  it('are the next and the previous by time', () => {
    const timeline = at([5000, 6000], [0, 1000], [2000, 3000]);
    expect([neighbourOf(timeline, 2, 1), neighbourOf(timeline, 2, -1)]).toEqual([0, 1]);
  });
  it('stop at both ends', () => {
    const timeline = at([0, 1000], [1000, 2000]);
    expect([neighbourOf(timeline, 1, 1), neighbourOf(timeline, 0, -1)]).toEqual([null, null]);
  });
  it('start with the first segment before anything was spoken', () => {
    expect([neighbourOf(at([0, 1000]), null, 1), neighbourOf(at([0, 1000]), null, -1)]).toEqual([0, null]);
  });
});

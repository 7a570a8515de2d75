import { describe, expect, it } from '@jest/globals';
import { changedSince } from './changed-since.ts';

const segment = (id: string, text: string, speaker = 'Ama') => ({
  id,
  startTime: 0,
  endTime: 1000,
  speaker,
  text,
  timeFormatted: '00:00:00',
});
const mention = (id: string, count: number) => ({
  entity: { id, name: id, type: 'person', url: null, iconName: '', colorClass: '', wholeWord: true, slug: id },
  count,
  contexts: [],
  marks: [],
});
const page = (transcript: ReturnType<typeof segment>[], entityMentions: ReturnType<typeof mention>[] = []) => ({
  transcript,
  entityMentions,
});

describe('what changed since', () => {
  it('is nothing where all is the same', () => {
    const then = page([segment('1', 'a')], [mention('x', 2)]);
    expect(changedSince(then, structuredClone(then))).toEqual({ segments: [], counts: [] });
  });
  it('is another text, another speaker, what has gone and what came', () => {
    const then = page([segment('1', 'a'), segment('2', 'b'), segment('3', 'c')]);
    const now = page([segment('1', 'A'), segment('2', 'b', 'Kofi'), segment('4', 'd')]);
    expect(
      changedSince(then, now).segments.map(({ segmentId, from, to }) => [segmentId, from?.text, to?.text]),
    ).toEqual([
      ['1', 'a', 'A'],
      ['2', 'b', 'b'],
      ['3', 'c', undefined],
      ['4', undefined, 'd'],
    ]);
  });
  it('is another number of mentions, none included', () => {
    const then = page([], [mention('x', 2), mention('y', 1), mention('z', 3)]);
    const now = page([], [mention('x', 3), mention('z', 3), mention('w', 1)]);
    expect(changedSince(then, now).counts.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['x', 2, 3],
      ['y', 1, 0],
      ['w', 0, 1],
    ]);
  });
});

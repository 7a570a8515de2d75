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
  entity: {
    id,
    name: id,
    type: 'person',
    url: null,
    iconName: '',
    colorClass: '',
    wholeWord: true,
    slug: id,
    merged: [],
  },
  count,
  contexts: [],
  marks: [],
});
const page = (transcript: ReturnType<typeof segment>[], entityMentions: ReturnType<typeof mention>[] = []) => ({
  transcript,
  entityMentions,
  description: '<p>About tea.</p>',
});

describe('the changes between two versions', () => {
  it('are empty when nothing differs', () => {
    const then = page([segment('1', 'a')], [mention('x', 2)]);
    expect(changedSince(then, structuredClone(then))).toEqual({ segments: [], entities: [], description: null });
  });
  it('include changed texts and speakers, and removed and added segments', () => {
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
  it('include changed counts, names and categories, and removed and added entities', () => {
    const other = (id: string, name: string, type: string) => {
      const { entity, ...rest } = mention(id, 3);
      return { ...rest, entity: { ...entity, name, type } };
    };
    const then = page([], [mention('x', 2), mention('y', 0), mention('z', 3), mention('v', 3)]);
    const now = page([], [mention('x', 3), other('z', 'Zed', 'person'), mention('v', 3), mention('w', 0)]);
    expect(changedSince(then, now).entities).toEqual([
      { entityId: 'x', from: { name: 'x', type: 'person', count: 2 }, to: { name: 'x', type: 'person', count: 3 } },
      { entityId: 'y', from: { name: 'y', type: 'person', count: 0 }, to: null },
      { entityId: 'z', from: { name: 'z', type: 'person', count: 3 }, to: { name: 'Zed', type: 'person', count: 3 } },
      { entityId: 'w', from: null, to: { name: 'w', type: 'person', count: 0 } },
    ]);
    const moved = { ...then, entityMentions: [other('v', 'v', 'place')] };
    expect(changedSince({ ...then, entityMentions: [mention('v', 3)] }, moved).entities).toHaveLength(1);
  });
  it('include a changed or missing description', () => {
    const then = page([]);
    const now = { ...then, description: null };
    expect(changedSince(then, now).description).toEqual({ from: '<p>About tea.</p>', to: '' });
    expect(changedSince(now, { ...now, description: '' }).description).toBeNull();
  });
});

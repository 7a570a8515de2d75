import { describe, expect, it } from '@jest/globals';
import { readableFields } from './field-words.ts';

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '');
const read = (path: string, from: unknown, to: unknown) => readableFields([{ path, from, to }], plain);

describe('a field that was changed', () => {
  it.each([
    ['segments/1/text', 'a', 'b', { label: 'Text', from: 'a', to: 'b' }],
    [
      'segments/1/times',
      null,
      { startMs: 1000, endMs: 2050 },
      { label: 'Times', from: null, to: '00:00:01–00:00:02.050' },
    ],
    ['patterns/1/wholeWord', true, false, { label: 'Whole words only', from: 'Yes', to: 'No' }],
    ['entities/1/decision', null, 'added', { label: 'Decision', from: 'Not listed', to: 'Added by hand' }],
    ['entities/1/decision', null, 'removed', { label: 'Decision', from: 'By search patterns', to: 'Removed by hand' }],
    ['description', '<p>a</p>', '<p>b</p>', { label: 'Description', from: 'a', to: 'b' }],
    ['itunesOwner', '', 'Ama', { label: 'Itunes owner', from: null, to: 'Ama' }],
    ['categories', ['a', 'b'], [], { label: 'Categories', from: 'a, b', to: '' }],
  ])('has a readable name: %s', (path, from, to, field) => {
    expect(read(path, from, to)).toEqual([field]);
  });
  it('is left out where its value is an id that the sentence already describes', () => {
    expect(read('active', null, 'f0c1')).toEqual([]);
    expect(read('segments/1/exists', false, true)).toEqual([]);
  });
  it('is left out where only tags differ', () => {
    expect(read('description', '<p>a</p>', '<div>a</div>')).toEqual([]);
  });
});

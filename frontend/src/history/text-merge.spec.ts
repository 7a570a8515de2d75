import { describe, expect, it } from '@jest/globals';
import type { Change } from '@earmark/contracts/history';
import { changeWith } from '../testing/change.ts';
import { blockedText, htmlWithoutChange, withoutChange } from './text-merge.ts';

describe('a text without a change', () => {
  it.each([
    [
      'keeps corrections elsewhere in the text',
      'Of the lovelace engine we know',
      'Of the Lovelace engine we know',
      'Of the Lovelace machine we know more',
      'Of the lovelace machine we know more',
    ],
    [
      'takes words out',
      'We met today.',
      'We met again today.',
      'So we said: We met again today.',
      'So we said: We met today.',
    ],
    ['brings words back', 'one two three four', 'one four', 'zero one four five', 'zero one two three four five'],
    ['is null where the changed words are gone', 'a b c', 'a x c', 'quite another text', null],
  ])('%s', (_, before, after, now, merged) => {
    expect(withoutChange(before, after, now)).toBe(merged);
  });
});

const change = (more: Partial<Change>): Change =>
  changeWith({
    diff: [{ path: 'segments/s/text', from: 'a', to: 'b' }],
    revertible: false,
    why: 'A later change stands in the way.',
    link: '/podcasts/x/y',
    ...more,
  });

it('is offered only for corrections blocked by a later change', () => {
  expect(blockedText(change({}))).toEqual({ segmentId: 's', before: 'a', after: 'b', link: '/podcasts/x/y' });
  for (const more of [
    { revertible: true },
    { revertedBy: 'r' },
    { type: 'SegmentRetimed' },
    { link: null },
    { diff: [] },
  ])
    expect(blockedText(change(more))).toBeNull();
});

it('is offered for descriptions too; a missing one counts as empty', () => {
  const edited = { type: 'DescriptionEdited', diff: [{ path: 'description', from: null, to: '<p>New.</p>' }] };
  expect(blockedText(change(edited))).toEqual({
    segmentId: null,
    before: '',
    after: '<p>New.</p>',
    link: '/podcasts/x/y',
  });
  expect(blockedText(change({ ...edited, revertible: true }))).toBeNull();
});

describe('HTML without a change', () => {
  it('changes words between the same tags', () => {
    expect(
      htmlWithoutChange('<p>A blue boat.</p>', '<p>A green boat.</p>', '<p>A green boat, <b>quite</b> small.</p>'),
    ).toBe('<p>A blue boat, <b>quite</b> small.</p>');
  });
  it.each([
    ['a tag would go', '<p>A blue boat.</p>', '<p>A <b>green</b> boat.</p>', '<p>A <b>green</b> boat. It swims.</p>'],
    ['it is no longer there', '<p>A blue boat.</p>', '<p>A green boat.</p>', '<p>A ferry.</p>'],
  ])('is left to the user where %s', (_, before, after, now) => {
    expect(htmlWithoutChange(before, after, now)).toBeNull();
  });
});

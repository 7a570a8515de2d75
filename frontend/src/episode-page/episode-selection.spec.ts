import { describe, expect, it } from '@jest/globals';
import { selectionOf } from './episode-selection.ts';

const entity = (id: string, name: string) => ({
  entity: {
    id,
    name,
    type: 'person',
    url: null,
    iconName: 'User',
    colorClass: '',
    wholeWord: true,
    slug: id,
    merged: [],
  },
  count: 1,
  contexts: [],
  marks: [],
});
const mentions = [entity('1', 'Google'), entity('2', 'Go')];

describe('the selection of a link', () => {
  it('is the entity of that name', () => {
    expect(selectionOf('go', mentions)).toEqual({ kind: 'entity', id: '2' });
  });
  it('is otherwise the first entity whose name contains the text', () => {
    expect(selectionOf('oog', mentions)).toEqual({ kind: 'entity', id: '1' });
  });
  it('is the text itself when no entity name contains it', () => {
    expect(selectionOf(' the edge ', mentions)).toEqual({ kind: 'text', text: 'the edge' });
  });
  it('is empty for a blank text', () => {
    expect(selectionOf('  ', mentions)).toEqual({ kind: 'none' });
  });
});

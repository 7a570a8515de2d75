import { describe, expect, it } from '@jest/globals';
import { asAdded, asSent, changesOf, follow, NEW_PATTERN } from './pattern-draft.ts';

const OPENED = { ...NEW_PATTERN, name: 'Lagos', entity: 'Lagos' };

describe('a pattern being edited', () => {
  it('sends only the fields that were changed here', () => {
    expect(changesOf({ from: OPENED, to: OPENED })).toEqual({});
    expect(changesOf({ from: OPENED, to: { ...OPENED, name: 'Ikeja', wholeWord: false } })).toEqual({
      name: 'Ikeja',
      wholeWord: false,
    });
  });

  it('belongs to the entity with its own name when the entity field is emptied', () => {
    expect(changesOf({ from: OPENED, to: { ...OPENED, name: 'Ikeja', entity: '' } })).toEqual({
      name: 'Ikeja',
      entity: 'Ikeja',
    });
  });

  it('sends the words of its context as lists, and a new one only when there is one', () => {
    const near = { ...NEW_PATTERN, name: 'It', near: 'Stephen King, , novel ', distance: 'x' };
    expect(asAdded(near)).toMatchObject({ near: ['Stephen King', 'novel'], notNear: [], distance: 30 });
    expect(asAdded(NEW_PATTERN)).not.toHaveProperty('near');
    expect(asSent(changesOf({ from: near, to: { ...near, near: '' } }))).toEqual({ near: [] });
  });

  it('follows changes by others except in fields changed here', () => {
    const typed = { from: OPENED, to: { ...OPENED, name: 'Ikeja' } };
    const now = { ...OPENED, name: 'Lagos State', url: 'https://lagos.example/' };
    const followed = follow(typed, now);
    expect(followed).toEqual({ from: { ...now, name: 'Lagos' }, to: { ...now, name: 'Ikeja' } });
    expect(changesOf(followed)).toEqual({ name: 'Ikeja' });
  });

  it('sends an old value that was typed before someone else changed it', () => {
    const { from, to } = follow({ from: OPENED, to: OPENED }, { ...OPENED, url: 'https://lagos.example/' });
    expect(changesOf({ from, to: { ...to, url: '' } })).toEqual({ url: '' });
  });
});

import { describe, expect, it } from '@jest/globals';
import { changesOf, follow, NEW_PATTERN } from './pattern-draft.ts';

const OPENED = { ...NEW_PATTERN, name: 'Lagos', entity: 'Lagos' };

describe('a pattern that is typed', () => {
  it('is sent with what was changed here only', () => {
    expect(changesOf({ from: OPENED, to: OPENED })).toEqual({});
    expect(changesOf({ from: OPENED, to: { ...OPENED, name: 'Ikeja', wholeWord: false } })).toEqual({
      name: 'Ikeja',
      wholeWord: false,
    });
  });

  it('belongs to the entity of its name when the entity is emptied', () => {
    expect(changesOf({ from: OPENED, to: { ...OPENED, name: 'Ikeja', entity: '' } })).toEqual({
      name: 'Ikeja',
      entity: 'Ikeja',
    });
  });

  it('follows what somebody else changes, but for what was changed here', () => {
    const typed = { from: OPENED, to: { ...OPENED, name: 'Ikeja' } };
    const now = { ...OPENED, name: 'Lagos State', url: 'https://lagos.example/' };
    const followed = follow(typed, now);
    expect(followed).toEqual({ from: { ...now, name: 'Lagos' }, to: { ...now, name: 'Ikeja' } });
    expect(changesOf(followed)).toEqual({ name: 'Ikeja' });
  });

  it('is sent as it was before somebody else changed it, when that is what was typed then', () => {
    const { from, to } = follow({ from: OPENED, to: OPENED }, { ...OPENED, url: 'https://lagos.example/' });
    expect(changesOf({ from, to: { ...to, url: '' } })).toEqual({ url: '' });
  });
});

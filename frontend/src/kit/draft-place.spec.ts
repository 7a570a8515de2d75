import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { forgetOldDrafts, makeDraftPlace } from './draft-place.ts';
import { keepInMemory } from './stored.fixture.ts';

const Words = z.string();
const place = (owner = 'ada') => makeDraftPlace('earmark-words', owner);

beforeEach(keepInMemory);

describe('the storage of a draft', () => {
  it('returns the stored draft until it is removed', () => {
    place().put('one');
    const again = place();
    expect(again.read(Words)).toBe('one');
    again.renew('two');
    expect(place().read(Words)).toBe('two');
    again.renew(null);
    expect(place().read(Words)).toBeNull();
  });
  it('is separate for each account', () => {
    place('ada').put('one');
    expect(place('grace').read(Words)).toBeNull();
    expect(place('ada').read(Words)).toBe('one');
  });
  it('cannot be cleared by a tab that has stored nothing', () => {
    const clean = place();
    place().put('one');
    clean.renew(null);
    clean.renew('two');
    expect(place().read(Words)).toBe('one');
  });
  it('keeps a later draft of another tab until it is changed here', () => {
    const first = place();
    first.put('one');
    place().put('of another tab');
    first.renew(null);
    expect(place().read(Words)).toBe('of another tab');
    first.put('three');
    expect(place().read(Words)).toBe('three');
  });
  it('ignores anything that does not match the schema', () => {
    localStorage.setItem('earmark-words ada', '{');
    expect(place().read(Words)).toBeNull();
    localStorage.setItem('earmark-words ada', '7');
    expect(place().read(Words)).toBeNull();
  });
});

describe('old drafts', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const NOW_MS = Date.UTC(2026, 5, 1);
  const draft = (owner: string) => makeDraftPlace('earmark-description-1', owner);
  const onDay = (day: number, work: () => void) => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW_MS + day * DAY_MS);
    work();
  };
  afterEach(() => void jest.restoreAllMocks());

  it('are removed after thirty days without a change, whatever the account; recent ones stay', () => {
    onDay(0, () => draft('ada').put('old'));
    onDay(0, () => draft('grace').put('old'));
    const open = draft('grace');
    onDay(20, () => {
      open.read(Words);
      open.renew('newer');
    });
    onDay(30, forgetOldDrafts);
    expect([draft('ada').read(Words), draft('grace').read(Words)]).toEqual(['old', 'newer']);
    onDay(31, forgetOldDrafts);
    expect([draft('ada').read(Words), draft('grace').read(Words)]).toEqual([null, 'newer']);
    onDay(51, forgetOldDrafts);
    expect(draft('grace').read(Words)).toBeNull();
  });

  it('of earlier versions, without a date, last another thirty days', () => {
    localStorage.setItem('earmark-transcript-draft 7', '{}');
    localStorage.setItem('earmark-theme', 'dark');
    onDay(0, forgetOldDrafts);
    onDay(30, forgetOldDrafts);
    expect(localStorage.getItem('earmark-transcript-draft 7')).toBe('{}');
    onDay(31, forgetOldDrafts);
    expect(localStorage.getItem('earmark-transcript-draft 7')).toBeNull();
    expect(localStorage.getItem('earmark-theme')).toBe('dark');
  });

  it('stay if their dates cannot be read', () => {
    onDay(0, () => draft('ada').put('one'));
    localStorage.setItem('earmark-draft-days', '{');
    onDay(40, forgetOldDrafts);
    expect(draft('ada').read(Words)).toBe('one');
  });
});

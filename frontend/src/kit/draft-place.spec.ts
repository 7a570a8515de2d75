import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeDraftPlace } from './draft-place.ts';
import { keepInMemory } from './draft-place.fixture.ts';

const Words = z.string();
const place = (owner = 'ada') => makeDraftPlace('earmark-words', owner);

beforeEach(keepInMemory);

describe('the place of a draft', () => {
  it('gives back what was put there, until it is forgotten', () => {
    place().put('one');
    const again = place();
    expect(again.read(Words)).toBe('one');
    again.renew('two');
    expect(place().read(Words)).toBe('two');
    again.renew(null);
    expect(place().read(Words)).toBeNull();
  });
  it('is one for each account', () => {
    place('ada').put('one');
    expect(place('grace').read(Words)).toBeNull();
    expect(place('ada').read(Words)).toBe('one');
  });
  it('is emptied by nobody who has put nothing there', () => {
    const clean = place();
    place().put('one');
    clean.renew(null);
    clean.renew('two');
    expect(place().read(Words)).toBe('one');
  });
  it('keeps what another tab has put there since, but for what is changed here after it', () => {
    const first = place();
    first.put('one');
    place().put('of another tab');
    first.renew(null);
    expect(place().read(Words)).toBe('of another tab');
    first.put('three');
    expect(place().read(Words)).toBe('three');
  });
  it('holds nothing that does not fit', () => {
    localStorage.setItem('earmark-words ada', '{');
    expect(place().read(Words)).toBeNull();
    localStorage.setItem('earmark-words ada', '7');
    expect(place().read(Words)).toBeNull();
  });
});

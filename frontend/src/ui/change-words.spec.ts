import { describe, expect, it } from '@jest/globals';
import { wordChanges } from './change-words.ts';

const words = (from: string, to: string) => wordChanges(from, to).map(({ text, kind }) => `${kind}:${text}`);

describe('a text comparison', () => {
  it('works word by word', () => {
    expect(words('the old town', 'the new town')).toEqual(['same:the ', 'removed:old', 'added:new', 'same: town']);
  });
  it('merges changes with only white space in between', () => {
    expect(words('one two three four', 'one 2 3 four')).toEqual([
      'same:one ',
      'removed:two three',
      'added:2 3',
      'same: four',
    ]);
  });
  it('is empty for equal texts of any length', () => {
    const long = 'word '.repeat(100);
    expect(words(long, long)).toEqual([`same:${long}`]);
  });
  it('is the whole text when it was added or removed completely', () => {
    expect(words('', 'a new line')).toEqual(['added:a new line']);
    expect(words('an old line', '')).toEqual(['removed:an old line']);
  });
  it('omits unchanged text far from any change', () => {
    const long = 'word '.repeat(100);
    const [before, , , after] = words(`${long}old ${long}`, `${long}new ${long}`);
    expect(before).toMatch(/^same:…( word)+ $/);
    expect(after).toMatch(/^same:( word)+ …$/);
  });
});

import { describe, expect, it } from '@jest/globals';
import { boxTextOf, filtersOf, searchOfText, searchStateOf } from './box-text.ts';
import { isUnrestricted, NO_SEARCH, searchParamsOf, searchPath, sortOf } from './search-state.ts';
import type { SearchState } from './search-state.ts';

describe('the text of the search box', () => {
  it.each<[string, Partial<SearchState>]>([
    ['open source', { words: 'open source' }],
    ['speaker:Ann', { speaker: 'Ann' }],
    [
      'speaker:"Ann Lee" "exact phrase" podcast:Harbour -ads',
      { words: '"exact phrase" -ads', speaker: 'Ann Lee', podcast: 'Harbour' },
    ],
    ['Entity:Lagos AFTER:2025-01-01 before:2026', { entity: 'Lagos', from: '2025-01-01', to: '2026' }],
    [String.raw`episode:"The \"best\" of"`, { episode: 'The "best" of' }],
    ['speaker:Ann speaker:Bob', { speaker: 'Bob' }],
    ['category:', {}],
    // The server says that filters cannot be excluded.
    ['-speaker:Ann "speaker:Ann" http://example.org', { words: '-speaker:Ann "speaker:Ann" http://example.org' }],
    ['(a OR b speaker:Ann) "c"podcast:Harbour', { words: '(a OR b ) "c"', speaker: 'Ann', podcast: 'Harbour' }],
    ['speaker:“Ann Lee” «c»', { words: '«c»', speaker: 'Ann Lee' }],
    ['speaker:"Ann', { speaker: 'Ann' }],
    ['"unclosed speaker:Ann', { words: '"unclosed speaker:Ann' }],
    ['constructor:x __proto__:y', { words: 'constructor:x __proto__:y' }],
  ])('%s', (text, expected) => {
    expect({ ...NO_SEARCH, ...searchOfText(text) }).toEqual({ ...NO_SEARCH, ...expected });
  });

  it('is read back as the search that it was written from', () => {
    for (const value of ['Ann', 'Ann Lee', 'a "b" c', String.raw`back\slash"`, 'O’Neill: (live)', '科技早知道', '-x']) {
      const state = { ...NO_SEARCH, words: '"a b" OR c*', speaker: value, to: '2026' };
      expect({ ...NO_SEARCH, ...searchOfText(boxTextOf(state)) }).toEqual(state);
    }
    for (const words of ['"open', '(a OR', String.raw`"a\"`, 'a)']) {
      const state = { ...NO_SEARCH, words, speaker: 'Ann' };
      expect({ ...NO_SEARCH, ...searchOfText(boxTextOf(state)) }).toEqual(state);
    }
  });

  it('can leave out a filter that is still being typed', () => {
    const text = 'tea speaker:An';
    const [typed] = filtersOf(text);
    expect(typed).toMatchObject({ name: 'speaker', value: 'An', start: 4, end: 14, isClosed: false });
    expect(searchOfText(text, typed)).toMatchObject({ words: 'tea', speaker: '' });
  });
});

describe('the address of a search', () => {
  it('leaves defaults out, and survives a round trip', () => {
    const state: SearchState = { ...NO_SEARCH, words: 'C & C++', entity: 'Go', minMentions: 3, sortBy: 'mentions' };
    expect(String(searchParamsOf(state))).toBe('q=C+%26+C%2B%2B&entity=Go&minMentions=3&sortBy=mentions');
    expect(searchStateOf(searchParamsOf(state))).toEqual(state);
    expect(searchPath({})).toBe('/advanced-search');
  });
  it('may carry filters in its text; those given by name count more', () => {
    expect(searchStateOf(new URLSearchParams('q=tea speaker:Ann podcast:A&podcast=B&entity=all'))).toEqual({
      ...NO_SEARCH,
      words: 'tea',
      speaker: 'Ann',
      podcast: 'B',
    });
  });
  it('falls back to defaults for values that are none', () => {
    expect(searchStateOf(new URLSearchParams('minMentions=0&sortBy=size'))).toEqual(NO_SEARCH);
    expect(isUnrestricted(searchStateOf(new URLSearchParams('sortBy=mentions')))).toBe(true);
  });
  it('sorts by relevance where there are words, by date otherwise', () => {
    expect(sortOf({ ...NO_SEARCH, words: 'tea' })).toBe('relevance');
    expect(sortOf({ ...NO_SEARCH, sortBy: 'relevance' })).toBe('date');
    expect(sortOf({ ...NO_SEARCH, words: 'tea', sortBy: 'mentions' })).toBe('mentions');
  });
});

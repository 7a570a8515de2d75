import { describe, expect, it } from '@jest/globals';
import { searchParamsOf, searchStateOf } from './podcast-search.state.ts';
import type { SearchState } from './podcast-search.state.ts';

describe('the address of the podcast search', () => {
  it('leaves defaults out', () => {
    expect(addressOf({})).toBe('q=go+time');
    expect(addressOf({ sort: 'recent' })).toBe('q=go+time&sort=recent');
    expect(addressOf({ category: 'news', language: 'de', sort: 'episodes' })).toBe(
      'q=go+time&category=news&language=de&sort=episodes',
    );
  });
  it('does not exist for a blank text', () => {
    expect(searchParamsOf({ ...state, q: ' \t' })).toBeNull();
  });
  it('survives a round trip', () => {
    const chosen = { ...state, q: 'C & C++ "100 %"', language: 'ja' } as const;
    expect(searchStateOf(searchParamsOf(chosen) ?? new URLSearchParams())).toEqual(chosen);
  });
  it('falls back to the default for missing or unknown values', () => {
    expect(searchStateOf(new URLSearchParams('q=%20go%20&category=sport&sort='))).toEqual({ ...state, q: 'go' });
    expect(searchStateOf(new URLSearchParams())).toEqual({ ...state, q: '' });
  });
});

const state: SearchState = { q: 'go time', category: 'all', language: 'all', sort: 'relevance' };
const addressOf = (change: Partial<SearchState>) => String(searchParamsOf({ ...state, q: ' go time ', ...change }));

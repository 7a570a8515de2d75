import { describe, expect, it } from '@jest/globals';
import { safeHref, shownAddress } from './safe-href.ts';

describe('an address in a description', () => {
  it('is followed when it leads to the web or to a mailbox', () => {
    expect(safeHref(' https://example.com/a?b=c ')).toBe('https://example.com/a?b=c');
    expect(safeHref('mailto:hi@example.com')).toBe('mailto:hi@example.com');
  });
  it('is dropped if it runs code or leads nowhere', () => {
    expect(
      ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '/podcasts', '', null].map(safeHref),
    ).toEqual(Array(6).fill(null));
  });
});

describe('a displayed address', () => {
  it('has only its readable parts', () => {
    expect(shownAddress('https://www.example.com/')).toBe('example.com');
    expect(shownAddress('https://en.wikipedia.org/wiki/Krak%C3%B3w')).toBe('en.wikipedia.org/wiki/Kraków');
    expect(shownAddress('mailto:me@example.com')).toBe('me@example.com');
  });
  it('stays encoded where it cannot be decoded', () => {
    expect(shownAddress('http://example.com/%E0%A4%A')).toBe('example.com/%E0%A4%A');
  });
});

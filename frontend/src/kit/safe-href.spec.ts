import { describe, expect, it } from '@jest/globals';
import { safeHref } from './safe-href.ts';

describe('an address in a description', () => {
  it('is followed when it leads to the web or to a mailbox', () => {
    expect(safeHref(' https://example.com/a?b=c ')).toBe('https://example.com/a?b=c');
    expect(safeHref('mailto:hi@example.com')).toBe('mailto:hi@example.com');
  });
  it('is dropped when it runs code or leads nowhere', () => {
    expect(
      ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '/podcasts', '', null].map(safeHref),
    ).toEqual(Array(6).fill(null));
  });
});

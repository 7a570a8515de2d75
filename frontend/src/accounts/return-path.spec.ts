import { describe, expect, it } from '@jest/globals';
import { returnPath, signInPath } from './return-path.ts';

const SITE = 'https://earmark.example';

describe('the return path after signing in', () => {
  it('leads to the page the visitor came from, with its query and fragment', () => {
    const place = { pathname: '/admin/entities', search: '?category=person', hash: '#top' };
    const path = signInPath(place);
    expect(path).toBe('/sign-in?from=%2Fadmin%2Fentities%3Fcategory%3Dperson%23top');
    expect(returnPath(new URLSearchParams(path.split('?')[1]).get('from'), SITE)).toBe(
      '/admin/entities?category=person#top',
    );
  });
  it('is kept when the sign-in page links to itself', () => {
    expect(signInPath({ pathname: '/sign-in', search: '?from=%2Fhelp', hash: '' })).toBe('/sign-in?from=%2Fhelp');
  });
  it.each([
    null,
    '',
    'help',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/sign-in?from=/help',
  ])('leads to the dashboard when it is not another page of this site: %j', (from) => {
    expect(returnPath(from, SITE)).toBe('/');
  });
});

import { expect, it } from '@jest/globals';
import { scrollKey } from './scroll-places.ts';

const first = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost');

  return scrollKey({ key: 'default', pathname, search });
};

it('tells the first pages of documents apart, and finds one again after a reload', () => {
  expect(first('/podcasts/Marginalia')).toBe(first('/podcasts/Marginalia'));
  expect(first('/podcasts/Marginalia')).not.toBe(first('/'));
});

it('remembers nothing of an earlier document for an address that asks for a place', () => {
  const before = first('/podcasts/Marginalia/lagos?t=90');
  expect(before).toContain(String(performance.timeOrigin));
  expect(first('/podcasts/Marginalia/lagos')).not.toContain(String(performance.timeOrigin));
});

it('leaves the keys of later pages to the router', () => {
  expect(scrollKey({ key: 'a1b2c3', pathname: '/', search: '?t=90' })).toBe('a1b2c3');
});

import { beforeEach, expect, it, jest } from '@jest/globals';
import { scrollPlaces } from './scroll-places.ts';

const visited = (key: string, address: string) => {
  const { pathname, search } = new URL(address, 'http://site');

  return { key, pathname, search };
};
const first = (address: string) => visited('default', address);
const LINE = { id: 'segment', offset: -12 };

beforeEach(() => void Object.defineProperty(window, 'scrollY', { configurable: true, value: 700 }));

/** How the browser came to the document. */
const came = (type: string) =>
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);

it.each(['reload', 'back_forward'])('begins a document where its first page was left: %s', (type) => {
  leave('/podcasts/a?t=90');
  came(type);
  expect(scrollPlaces(first('/podcasts/a?t=90')).placeOf(first('/podcasts/a?t=90'))).toEqual({ y: 700, line: LINE });
  expect(scrollPlaces(first('/podcasts/a')).placeOf(first('/podcasts/a'))).toBeNull();
});

it('begins a document where its address says when a link leads to it', () => {
  leave('/podcasts/a?t=90');
  came('navigate');
  const places = scrollPlaces(first('/podcasts/a?t=90'));
  expect(places.placeOf(first('/podcasts/a?t=90'))).toBeNull();
  expect(places.placeOf(visited('k2', '/'))).toEqual({ y: 700, line: null });
});

/** A document with two pages. */
function leave(address: string): void {
  const places = scrollPlaces(first(address));
  const stop = places.tellBy(() => LINE);
  places.remember(first(address));
  stop();
  places.remember(visited('k2', '/'));
  places.store();
}

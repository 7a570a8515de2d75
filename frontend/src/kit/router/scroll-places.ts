import { z } from 'zod';
import { stored } from '../stored.ts';
import type { Location } from './history.ts';

/** Pixels by key. */
const kept = stored('earmark.scroll-places', z.record(z.string(), z.number()), { until: 'tab' });

/** Parameters of an address that ask for a place on the page. */
const PLACES = ['t', 'entity', 'search', 'find'];

/** What a location needs to be told apart by. */
type Visited = Pick<Location, 'key' | 'pathname' | 'search'>;

/**
 * Under which key the place on a page is remembered. The first page of every document is called "default", so without
 * their address a tab's next page would begin where another page was left. Where the address asks for a place, that is
 * where a document begins: nothing remembered is found for it.
 */
export function scrollKey({ key, pathname, search }: Visited): string {
  if (key !== 'default') return key;
  const asked = new URLSearchParams(search);

  return PLACES.some((name) => asked.has(name))
    ? `${performance.timeOrigin} ${pathname}${search}`
    : `${pathname}${search}`;
}

/** How far each page of this tab is scrolled, in pixels. */
export interface ScrollPlaces {
  readonly remember: (location: Visited) => void;
  /** Null: the page was not shown before. */
  readonly placeOf: (location: Visited) => number | null;
  /** For the tab's next document. */
  readonly store: () => void;
}

export function scrollPlaces(): ScrollPlaces {
  const places = new Map(Object.entries(kept.read() ?? {}));

  return {
    remember: (location) => void places.set(scrollKey(location), window.scrollY),
    placeOf: (location) => places.get(scrollKey(location)) ?? null,
    store: () => kept.write(Object.fromEntries(places)),
  };
}

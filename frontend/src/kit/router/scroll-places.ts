import { z } from 'zod';
import { stored } from '../stored.ts';
import type { Location } from './history.ts';

const ScrollPlace = z.object({
  /** How far the page is scrolled, in pixels. */
  y: z.number(),
  /**
   * On a page of lines whose heights are known only once they have been drawn: the first line in view, and how many pixels
   * below the upper edge it begins. Null elsewhere, and above the lines.
   */
  line: z.object({ id: z.string(), offset: z.number() }).nullable(),
});
export type ScrollPlace = z.infer<typeof ScrollPlace>;
export type ScrollLine = NonNullable<ScrollPlace['line']>;

/** By key. */
const kept = stored('earmark.scroll-places', z.record(z.string(), ScrollPlace), { until: 'tab' });

/** What a location needs to be told apart by. */
type Visited = Pick<Location, 'key' | 'pathname' | 'search'>;

/**
 * Under which key the place on a page is remembered. The first page of every document is called "default", so without
 * their address a tab's next page would begin where another page was left.
 */
const scrollKey = ({ key, pathname, search }: Visited): string => (key === 'default' ? `${pathname}${search}` : key);

/** Where each page of this tab is scrolled to. */
export interface ScrollPlaces {
  readonly remember: (location: Visited) => void;
  /** Null: the page was not shown before. */
  readonly placeOf: (location: Visited) => ScrollPlace | null;
  /** From now on, the page tells by its lines where it is scrolled to. Returns what ends that. */
  readonly tellBy: (lineInView: () => ScrollLine | null) => () => void;
  /** For the tab's next document. */
  readonly store: () => void;
}

/** `first`: the page that the document begins with. A link to it leads to its beginning, or to the place that it names. */
export function scrollPlaces(first: Visited): ScrollPlaces {
  const places = new Map(Object.entries(kept.read() ?? {}));
  if (!isBack()) places.delete(scrollKey(first));
  let lineInView: () => ScrollLine | null = () => null;

  return {
    remember: (location) => void places.set(scrollKey(location), { y: window.scrollY, line: lineInView() }),
    placeOf: (location) => places.get(scrollKey(location)) ?? null,
    tellBy: (told) => {
      lineInView = told;

      return () => {
        if (lineInView === told) lineInView = () => null;
      };
    },
    store: () => kept.write(Object.fromEntries(places)),
  };
}

/** Whether the browser has brought the document back, after a reload, by Back or Forward, or with its closed tab. */
const isBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));

/** A page that has not reached its height by then has changed. */
const GROWS_FOR_MS = 10_000;
const READERS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to so many pixels. A page whose data is still on its way is too short for that: it is scrolled again as it grows,
 * until the reader does anything. Returns what ends that.
 */
export function scrollDownTo(y: number): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const scroll = () => {
    window.scrollTo(0, y);
    if (Math.abs(window.scrollY - y) <= 1) ended.abort();
  };
  scroll();
  if (signal.aborted) return () => undefined;
  const growth = new ResizeObserver(scroll);
  growth.observe(document.body);
  const timer = setTimeout(() => ended.abort(), GROWS_FOR_MS);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  for (const name of READERS) window.addEventListener(name, () => ended.abort(), { signal, passive: true });

  return () => ended.abort();
}

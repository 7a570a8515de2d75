import type { ComponentType } from 'react';
import { newKey, resolved } from './history.ts';
import type { History, Location } from './history.ts';
import { matchPath } from './matching.ts';
import type { Params } from './matching.ts';
import { scrollPlaces } from './scroll-places.ts';
import type { ScrollPlace, ScrollPlaces } from './scroll-places.ts';

export type Load = () => Promise<ComponentType>;

/** A page, and the pattern of its addresses. Its script comes with the site, or is loaded when it is first shown. */
export type Route = { readonly path: string } & ({ readonly Page: ComponentType } | { readonly load: Load });

/** How the reader got there: by a new entry, in place of the last one, or (also the first page) by one that exists. */
export type Arrival = 'PUSH' | 'REPLACE' | 'POP';

export interface NavigateOptions {
  /** In place of the current entry of the history. */
  readonly replace?: boolean | undefined;
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean | undefined;
  /** The page is drawn before the call returns, not in a transition that the next click may interrupt. */
  readonly flushSync?: boolean | undefined;
}

export interface Shown {
  readonly location: Location;
  readonly arrival: Arrival;
  readonly params: Params;
  /** Null until the script of the first page has been loaded. */
  readonly Page: ComponentType | null;
  /** Where the page is scrolled to: where it was left, where its address says (its top by default), or where it is. */
  readonly scroll: ScrollPlace | 'as addressed' | 'stay';
}

/** Whether the reader is asked before the page is left. */
type MustAsk = (from: Location, to: Location) => boolean;

export interface Router {
  readonly shown: () => Shown;
  /** Whether the script of another page is being loaded; the reader sees the old page until then. */
  readonly isLeaving: () => boolean;
  readonly navigate: (to: string, options?: NavigateOptions) => void;
  /** Hears of each page that is to be shown. Returns what stops it. */
  readonly subscribe: (listener: (isSync: boolean) => void) => () => void;
  /** `ask` gets what leaves the page after all. Returns what stops it. */
  readonly askBeforeLeaving: (mustAsk: MustAsk, ask: (leave: () => void) => void) => () => void;
  /** Resolves when the first page has been loaded, or could not be. */
  readonly started: Promise<void>;
  readonly places: ScrollPlaces;
}

/** Shows the first route that matches the address. A page is shown at its address once its script has been loaded. */
export function makeRouter(routes: readonly Route[], history: History): Router {
  const first = history.location();
  const places = scrollPlaces(first);
  const pages = new Map<Route, ComponentType>();
  const listeners = new Set<(isSync: boolean) => void>();
  let question: { readonly mustAsk: MustAsk; readonly ask: (leave: () => void) => void } | null = null;
  /** Moves of the history that are known already: back to a page that asks, and on from it. */
  const expected: (() => void)[] = [];
  /** The navigation whose script is being loaded. */
  let loading: symbol | null = null;

  const matching = (pathname: string): { readonly route: Route; readonly params: Params } => {
    for (const route of routes) {
      const params = matchPath(route.path, pathname);
      if (params !== null) return { route, params };
    }
    throw new Error(`No route matches ${pathname}.`);
  };

  /** The page is known at once if its script is there, and `arrive` called before this returns. */
  const bring = async (route: Route, arrive: (Page: ComponentType) => void): Promise<void> => {
    loading = null;
    if ('Page' in route) return arrive(route.Page);
    const known = pages.get(route);
    if (known !== undefined) return arrive(known);
    const mine = Symbol(route.path);
    loading = mine;
    const Page = await route.load().then(
      (loaded) => {
        pages.set(route, loaded);

        return loaded;
      },
      (error: unknown) => failing(error),
    );
    if (loading !== mine) return undefined;
    loading = null;

    return arrive(Page);
  };

  const go = (location: Location, arrival: Arrival, { preventScrollReset, flushSync }: NavigateOptions): void => {
    const { route, params } = matching(location.pathname);
    void bring(route, (Page) => {
      if (arrival === 'PUSH') history.push(location);
      if (arrival === 'REPLACE') history.replace(location);
      places.remember(shown.location);
      const scroll = places.placeOf(location) ?? (preventScrollReset === true ? 'stay' : 'as addressed');
      shown = { location, arrival, params, Page, scroll };
      for (const listener of listeners) listener(flushSync === true);
    });
  };

  const asks = (to: Location, leave: () => void): boolean => {
    if (question === null || !question.mustAsk(shown.location, to)) return false;
    question.ask(leave);

    return true;
  };

  history.listen((by) => {
    const known = expected.shift();
    if (known !== undefined) return known();
    const location = history.location();
    const arrive = () => go(history.location(), 'POP', {});
    const leave = () => {
      expected.push(arrive);
      history.go(by);
    };
    if (by === 0 || !asks(location, leave)) return arrive();
    // The page that asks is the one in the address bar again.
    expected.push(() => undefined);
    history.go(-by);
  });

  const { route, params } = matching(first.pathname);
  let shown: Shown = {
    location: first,
    arrival: 'POP',
    params,
    Page: null,
    scroll: places.placeOf(first) ?? 'as addressed',
  };
  const started = bring(route, (Page) => {
    shown = { ...shown, Page };
    for (const listener of listeners) listener(true);
  });

  return {
    shown: () => shown,
    isLeaving: () => loading !== null,
    navigate: (to, options = {}) => {
      const location = { ...resolved(to, shown.location), key: newKey() };
      const leave = () => go(location, options.replace === true ? 'REPLACE' : 'PUSH', options);
      if (!asks(location, leave)) leave();
    },
    subscribe: (listener) => {
      listeners.add(listener);

      return () => void listeners.delete(listener);
    },
    askBeforeLeaving: (mustAsk, ask) => {
      question = { mustAsk, ask };

      return () => (question = null);
    },
    started,
    places,
  };
}

/** Fails as it is drawn, so that the error page is shown in its place. */
const failing = (error: unknown): ComponentType =>
  function Failing() {
    throw error;
  };

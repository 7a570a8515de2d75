/** An address within the site. */
export interface Address {
  /** As in the address bar, so percent-encoded. */
  readonly pathname: string;
  /** Empty, or from the question mark on. */
  readonly search: string;
  /** Empty, or from the number sign on. */
  readonly hash: string;
}

/** Where the reader is. `key` tells the entries of the history apart; the first one of a document is "default". */
export interface Location extends Address {
  readonly key: string;
}

/** The entries between which Back and Forward move. */
export interface History {
  readonly location: () => Location;
  readonly push: (location: Location) => void;
  readonly replace: (location: Location) => void;
  readonly go: (entries: number) => void;
  /** Hears of every move between entries that exist, and by how many of them it was. Returns what stops it. */
  readonly listen: (moved: (by: number) => void) => () => void;
}

export const newKey = (): string => Math.random().toString(36).slice(2, 10);

export const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

const SITE = 'http://site';

/** What an address means on the page at another one. One of another site means nothing here. */
export function resolved(to: string, from: Address): Address {
  const url = new URL(to, SITE + addressOf(from));
  const { pathname, search, hash } = url.origin === SITE ? url : from;

  return { pathname, search, hash };
}

/** What the browser keeps with each entry. */
interface Mark {
  readonly key?: string;
  /** Counts the entries, so that a move can be undone. */
  readonly index?: number;
}

const markOf = (): Mark => (window.history.state ?? {}) as Mark;

/** The history of the browser's tab. */
export function browserHistory(): History {
  let index = markOf().index ?? 0;
  if (markOf().index === undefined) window.history.replaceState({ ...markOf(), index }, '');

  return {
    location: () => {
      const { pathname, search, hash } = window.location;

      return { pathname, search, hash, key: markOf().key ?? 'default' };
    },
    push: (location) => {
      const address = addressOf(location);
      try {
        window.history.pushState({ key: location.key, index: index + 1 }, '', address);
        index += 1;
      } catch {
        // Safari allows a hundred in ten seconds; the page loads anew instead.
        window.location.assign(address);
      }
    },
    replace: (location) => window.history.replaceState({ key: location.key, index }, '', addressOf(location)),
    go: (entries) => window.history.go(entries),
    listen: (moved) => {
      const hear = () => {
        // A link of the browser's own, as to a place on the page, makes an entry without a mark.
        if (markOf().index === undefined) window.history.replaceState({ key: newKey(), index: index + 1 }, '');
        const to = markOf().index ?? 0;
        const by = to - index;
        index = to;
        moved(by);
      };
      window.addEventListener('popstate', hear);

      return () => window.removeEventListener('popstate', hear);
    },
  };
}

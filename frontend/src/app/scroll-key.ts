/** Parameters of an address that ask for a place on the page. */
const PLACES = ['t', 'entity', 'search', 'find'];

/** What a location needs to be told apart by. */
interface Visited {
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
}

/**
 * Under which key the place on a page is remembered. The router calls the first page of every document "default", so
 * without their address a tab's next page would begin where another page was left. Where the address asks for a place,
 * that is where a document begins: nothing remembered is found for it.
 */
export function scrollKey({ key, pathname, search }: Visited): string {
  if (key !== 'default') return key;
  const asked = new URLSearchParams(search);

  return PLACES.some((name) => asked.has(name))
    ? `${performance.timeOrigin} ${pathname}${search}`
    : `${pathname}${search}`;
}

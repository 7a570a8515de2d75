const SIGN_IN = '/sign-in';

/** The sign-in page, which leads back to this location. */
export const signInPath = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  pathname === SIGN_IN ? SIGN_IN + search : `${SIGN_IN}?from=${encodeURIComponent(pathname + search + hash)}`;

/** The path in `from` if it belongs to this site, else the dashboard. */
export function returnPath(from: string | null, origin: string): string {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  // Parsed as a URL, because browsers read "//elsewhere" and "/\elsewhere" as another site.
  const target = new URL(from, origin);
  if (target.origin !== origin || target.pathname === SIGN_IN) return '/';

  return target.pathname + target.search + target.hash;
}

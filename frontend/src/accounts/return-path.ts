const SIGN_IN = '/sign-in';

/** The page to sign in on, which leads back to this place. */
export const signInPath = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }): string =>
  pathname === SIGN_IN ? SIGN_IN + search : `${SIGN_IN}?from=${encodeURIComponent(pathname + search + hash)}`;

/** Where `from` leads when that is a place of this site, else the dashboard. */
export function returnPath(from: string | null, origin: string): string {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  // Through the parser: browsers take "//elsewhere" and "/\elsewhere" for another site.
  const target = new URL(from, origin);
  if (target.origin !== origin || target.pathname === SIGN_IN) return '/';

  return target.pathname + target.search + target.hash;
}

import type { Request } from 'express';

/** Value of a cookie as the browser sends it; null: it sends none of this name. */
export function cookieOf({ headers }: Request, name: string): string | null {
  const start = `${name}=`;
  const found = (headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(start));

  return found === undefined ? null : found.slice(start.length);
}

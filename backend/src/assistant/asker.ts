import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { isUuid } from '@earmark/contracts/kit';
import { signedInOf } from '../kit/auth/signed-in.ts';
import { callerOf } from '../kit/call.ts';
import { cookieOf } from '../kit/cookie.ts';

/** Who asks: an account, or a visitor by the browser. */
export interface Asker {
  readonly accountId: string | null;
  /** Null: this browser has not asked yet. Without account and browser nothing is kept. */
  readonly browserId: string | null;
  /** Whose questions count together in a day; null: nobody's, the operator has no limit. */
  readonly limitedAs: string | null;
}

const COOKIE = 'earmark.asker';
const A_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function askerOf(request: Request): Asker {
  const value = cookieOf(request, COOKIE);

  return {
    accountId: signedInOf(request)?.id ?? null,
    browserId: value !== null && isUuid(value) ? value.toLowerCase() : null,
    limitedAs: callerOf(request),
  };
}

/** As `askerOf`; gives the browser of a visitor an id that only our calls can read. */
export function rememberAsker(request: Request, response: Response): Asker {
  const asker = askerOf(request);
  if (asker.accountId !== null) return asker;
  const browserId = asker.browserId ?? randomUUID();
  response.cookie(COOKIE, browserId, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: request.secure,
    maxAge: A_YEAR_MS,
  });

  return { ...asker, browserId };
}

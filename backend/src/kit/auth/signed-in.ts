import type { Role } from '@earmark/contracts/accounts';
import type { Request } from 'express';
import { cookieOf } from '../cookie.ts';

/** The account that makes a request. */
export interface SignedIn {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/** Port to the accounts feature. */
export abstract class WhoIsSignedIn {
  /** Null for a visitor, and when the session's account may no longer sign in. */
  abstract find(request: Request): Promise<SignedIn | null>;

  /**
   * Calls `onEnd` once, as soon as the session of the request ends or its account's role changes, for what must not
   * outlive it. Returns a function that ends the watch.
   */
  abstract watch(request: Request, who: SignedIn, onEnd: () => void): () => void;

  /** Ends at once what depends on a session that has ended; otherwise that takes up to a second. */
  abstract endThoseGone(): Promise<void>;
}

const found = new WeakMap<Request, SignedIn>();

export function rememberSignedIn(request: Request, who: SignedIn): void {
  found.set(request, who);
}

/** The account that the guard found; null for a visitor. */
export const signedInOf = (request: Request): SignedIn | null => found.get(request) ?? null;

export const SESSION_COOKIE = 'earmark.sid';

/** Whether the browser sends a session, which may have ended. For pages, whose requests ask no guard. */
export const sendsSession = (request: Request): boolean => cookieOf(request, SESSION_COOKIE) !== null;

import type { Role } from '@earmark/contracts/accounts';
import type { Request } from 'express';

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
}

const found = new WeakMap<Request, SignedIn>();

export function rememberSignedIn(request: Request, who: SignedIn): void {
  found.set(request, who);
}

/** The account that the guard found; null for a visitor. */
export const signedInOf = (request: Request): SignedIn | null => found.get(request) ?? null;

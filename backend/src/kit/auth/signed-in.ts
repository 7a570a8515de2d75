import type { Role } from '@earmark/contracts/accounts';
import type { Request } from 'express';

/** The account that a request is made with. */
export interface SignedIn {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/** Port to the feature that knows accounts and sessions. */
export abstract class WhoIsSignedIn {
  /** Null: a visitor, or the session's account may no longer sign in. */
  abstract find(request: Request): Promise<SignedIn | null>;
}

const found = new WeakMap<Request, SignedIn>();

export function rememberSignedIn(request: Request, who: SignedIn): void {
  found.set(request, who);
}

/** Whom the guard found. Null: a visitor. */
export const signedInOf = (request: Request): SignedIn | null => found.get(request) ?? null;

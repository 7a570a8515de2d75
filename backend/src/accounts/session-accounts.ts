import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { WhoIsSignedIn, type SignedIn } from '../kit/auth/signed-in.ts';
import { Accounts } from './accounts.store.ts';

/** Asks the database on every call, so that a changed role or a disabled account takes effect at once. */
@Injectable()
export class SessionAccounts extends WhoIsSignedIn {
  constructor(private readonly accounts: Accounts) {
    super();
  }

  async find(request: Request): Promise<SignedIn | null> {
    // Only paths below /api have a session.
    const session: Partial<SessionData> | undefined = request.session;
    if (session?.accountId === undefined || session.passwordVersion === undefined) return null;
    const account = await this.accounts.findForSession(session.accountId, session.passwordVersion);

    return account && { id: account.id, username: account.username, role: account.role };
  }
}

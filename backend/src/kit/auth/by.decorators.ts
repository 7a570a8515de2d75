import type { Context } from '@earmark/contracts/kit';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Rejected } from '../rejected.ts';
import { correlationIdOf } from './correlation-id.ts';
import { signedInOf, type SignedIn } from './signed-in.ts';

const MAX_REASON = 1000;

/**
 * Parameter: the Context of a change. `correlationId` is new for each call; `reason` comes from `X-Reason`, percent-encoded UTF-8. Throws Rejected `not-signed-in` for visitors, `invalid` for a reason
 * that is too long.
 */
export const By = createParamDecorator((_: unknown, execution: ExecutionContext): Context => {
  return contextOf(execution.switchToHttp().getRequest<Request>());
});

/** Parameter: the signed-in account, null for visitors. */
export const Viewer = createParamDecorator((_: unknown, execution: ExecutionContext): SignedIn | null => {
  return signedInOf(execution.switchToHttp().getRequest<Request>());
});

function contextOf(request: Request): Context {
  const account = signedInOf(request);
  if (account === null) throw new Rejected('not-signed-in', 'Sign in to make changes.');

  return {
    actor: { kind: 'account', id: account.id, name: account.username, role: account.role },
    correlationId: correlationIdOf(request),
    reason: reasonOf(request.get('x-reason') ?? ''),
  };
}

function reasonOf(header: string): string | null {
  const reason = decoded(header)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  if (reason.length > MAX_REASON) throw new Rejected('invalid', `A reason may have at most ${MAX_REASON} characters.`);

  return reason === '' ? null : reason;
}

/** The text itself when it is not percent-encoded, such as "100% sure" typed by hand. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch (error) {
    if (error instanceof URIError) return header;
    throw error;
  }
}

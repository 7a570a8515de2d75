import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';
import { networkOf } from './auth/network.ts';
import { signedInOf } from './auth/signed-in.ts';
import { abortOnDisconnect } from './process/abort-on-disconnect.ts';

interface Call {
  readonly request: Request;
  /** Aborted when the caller leaves before the answer. Null for a call that changes something, which goes on. */
  readonly left: AbortSignal | null;
  hasRecorded: boolean;
}

const calls = new AsyncLocalStorage<Call>();

/** Lets everything that handles the call know who is waiting for it, and learn when nobody is any more. */
export function rememberCall(request: Request, response: Response, next: NextFunction): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  calls.run({ request, left: isRead ? abortOnDisconnect(response) : null, hasRecorded: false }, next);
}

/** Aborted when the caller of the read that is being handled leaves; null outside of a read. */
export const callerLeft = (): AbortSignal | null => calls.getStore()?.left ?? null;

/** Throws when nobody waits for the answer any more. For loops that read the log. */
export function throwIfCallerLeft(): void {
  callerLeft()?.throwIfAborted();
}

/** Notes that the log has stored events of the call that is being handled, if one is. */
export function noteRecorded(): void {
  const call = calls.getStore();
  if (call) call.hasRecorded = true;
}

/** Whether the log has stored events of the call that is being handled. */
export const hasRecorded = (): boolean => calls.getStore()?.hasRecorded ?? false;

/** The account, or the network of a visitor; null outside of a call. */
export function currentCaller(): string | null {
  const call = calls.getStore();
  if (call === undefined) return null;

  return callerOf(call.request);
}

export const callerOf = (request: Request): string => {
  const account = signedInOf(request);

  return account === null ? `network ${networkOf(request.ip ?? '')}` : `account ${account.id}`;
};

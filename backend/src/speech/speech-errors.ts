import { PASSING_ERRORS } from '@earmark/contracts';
import { FetchError } from '../feeds/fetch-error.ts';
import { Rejected } from '../kit/rejected.ts';

/** The refusal that says that this may pass; null when it will not pass by itself. */
export function passingOf(error: FetchError | Rejected): Rejected | null {
  if (error instanceof Rejected) return PASSING_ERRORS.has(error.code) ? error : null;
  const extra = error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds };
  if (error.kind === 'slow') return new Rejected('outside-slow', error.message, extra);

  return error.kind === 'down' ? new Rejected('upstream-unavailable', error.message, extra) : null;
}

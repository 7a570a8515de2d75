import type { Response } from 'express';
import { Rejected } from '../rejected.ts';

/** Aborted when the caller disconnects before the answer. */
export function abortOnDisconnect(response: Response): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!response.writableEnded) gone.abort(new Rejected('invalid', 'Nobody waits for this answer any more.'));
  };
  if (response.closed) look();
  else response.on('close', look);

  return gone.signal;
}

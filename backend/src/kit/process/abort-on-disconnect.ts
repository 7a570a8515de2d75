import type { Response } from 'express';
import { Rejected } from '../rejected.ts';

/** A signal that is aborted when the caller disconnects before the answer. */
export function abortOnDisconnect(response: Response): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!response.writableEnded) gone.abort(new Rejected('invalid', 'The caller disconnected.'));
  };
  if (response.closed) look();
  else response.on('close', look);

  return gone.signal;
}

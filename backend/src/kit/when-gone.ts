import type { Response } from 'express';

/** Aborted when whoever asked has gone before the answer. */
export function whenGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!response.writableEnded) gone.abort();
  };
  if (response.closed) look();
  else response.on('close', look);

  return gone.signal;
}

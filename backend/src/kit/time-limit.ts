/**
 * Aborts after `ms`, also where it is combined with other signals. Node 20 forgets an `AbortSignal.timeout` of which only
 * `AbortSignal.any` knows, so that its time never comes (nodejs/node issue 57736); one that has a listener it keeps.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  limit.addEventListener('abort', () => undefined, { once: true });

  return limit;
}

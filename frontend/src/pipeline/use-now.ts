import { useEffect, useState } from 'react';

const ONE_SECOND_MS = 1000;

/** The current time in milliseconds, each second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (!isTicking) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, ONE_SECOND_MS);

    return () => clearInterval(timer);
  }, [isTicking]);

  return now;
}

export const UNREACHABLE = 'You are offline, or Earmark does not answer.';

/** What Chromium, Firefox and Safari say of a script that could not be loaded. */
const UNLOADED = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isUnloaded = (error: unknown): boolean => error instanceof Error && UNLOADED.test(error.message);

const LOOK_MS = 3000;

/** Calls back once the server answers, unless the signal stops it before. */
export function whenReachable(signal: AbortSignal, isBack: () => void): void {
  let isOver = false;
  const look = () =>
    void isReachable(signal).then((isUp) => {
      if (!isUp || isOver || signal.aborted) return;
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('online', look);
      isBack();
    });
  const timer = setInterval(look, LOOK_MS);
  window.addEventListener('online', look, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  look();
}

/** Whether the server answers now. False once the signal is aborted. */
export async function isReachable(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store', signal })).ok;
  } catch {
    // Whatever the reason, the page waits for the next look.
    return false;
  }
}

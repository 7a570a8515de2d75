import { LogUnavailable } from '@earmark/projections/event-log';

const PATIENCE_MS = 2000;

/** What the log answers within two seconds; null when it does not. */
export async function answerOfLog<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  const late = new AbortController();
  const asking = ask().catch((error: unknown) => {
    if (error instanceof LogUnavailable) return null;
    throw error;
  });
  const timer = new Promise<null>((resolve) => {
    const ended = setTimeout(() => resolve(null), PATIENCE_MS);
    late.signal.addEventListener('abort', () => clearTimeout(ended));
  });
  try {
    return await Promise.race([asking, timer]);
  } finally {
    late.abort();
  }
}

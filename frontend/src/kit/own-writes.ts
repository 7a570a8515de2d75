import { z } from 'zod';
import { stored } from './stored.ts';

interface OwnWrites {
  /** Saves under way. */
  running: number;
  /** In the log, of the last one that was recorded; null before one was. */
  position: bigint | null;
}

/** By id of what was saved: in this tab, and shown by nothing that was read since. */
const writes = new Map<string, OwnWrites>();

// What is loaded again under lag must not forget what was saved.
const kept = stored('earmark-saved', z.record(z.string(), z.string().regex(/^\d+$/)), { until: 'tab' });
for (const [id, position] of Object.entries(kept.read() ?? {}))
  writes.set(id, { running: 0, position: BigInt(position) });

/** Sends a save. Until it has ended nobody knows whether what is read shows it. */
export async function saving<Answer extends { readonly position: string | null }>(
  id: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const own = writes.get(id) ?? { running: 0, position: null };
  writes.set(id, own);
  own.running += 1;
  try {
    const answer = await send();
    if (answer.position !== null) own.position = BigInt(answer.position);

    return answer;
  } finally {
    own.running -= 1;
    if (own.running === 0 && own.position === null) writes.delete(id);
    keep();
  }
}

/** Whether something was saved here that has still to be shown. */
export const isAwaited = (id: string): boolean => writes.has(id);

/** Whether what shows the log up to this position shows all that was saved here; then nothing is awaited any more. */
export function showsOwn(id: string, position: string): boolean {
  const own = writes.get(id);
  if (own === undefined) return true;
  if (own.running > 0 || BigInt(position) < (own.position ?? 0n)) return false;
  forgetOwn(id);

  return true;
}

export function forgetOwn(id: string): void {
  writes.delete(id);
  keep();
}

function keep(): void {
  const positions = [...writes].flatMap(([id, { position }]) => (position === null ? [] : [[id, String(position)]]));
  kept.write(Object.fromEntries(positions));
}

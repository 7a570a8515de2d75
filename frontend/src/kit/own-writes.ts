import { z } from 'zod';
import { stored } from './stored.ts';

interface OwnWrites {
  /** Number of saves in progress. */
  running: number;
  /** Log position of the last recorded save; null before the first. */
  position: bigint | null;
}

/** By id of the saved subject: saves of this tab that no later read has included yet. */
const writes = new Map<string, OwnWrites>();

// A page loaded while projections lag must still know what was saved.
const kept = stored('earmark-saved', z.record(z.string(), z.string().regex(/^\d+$/)), { until: 'tab' });
for (const [id, position] of Object.entries(kept.read() ?? {}))
  writes.set(id, { running: 0, position: BigInt(position) });

/** Sends a save. Until it ends, no read can be known to include it. */
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

/** Whether a save of this tab has yet to appear in a read. */
export const isAwaited = (id: string): boolean => writes.has(id);

/** Whether a view at this log position includes every save of this tab; if so, nothing is awaited any more. */
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

import { z } from 'zod';
import { stored } from '../kit/stored.ts';

const KEPT = 200;
const TOO_EARLY_MS = 10_000;
const TOO_LATE_MS = 20_000;

const Positions = z.array(z.object({ episode: z.string(), ms: z.number().min(0) }));
type Positions = z.infer<typeof Positions>;
const kept = stored('earmark-positions', Positions);

/** Where the listener left off, in milliseconds; null when there is nothing worth resuming. */
export function findPosition(episode: string, durationMs: number | null): number | null {
  const found = kept.read()?.find((position) => position.episode === episode);

  return found !== undefined && isWorthResuming(found.ms, durationMs) ? found.ms : null;
}

/** Stores the listener's position on this device. */
export function storePosition(episode: string, ms: number): void {
  kept.write(withPosition(kept.read() ?? [], episode, ms));
}

/** The positions with this one first; the oldest are dropped. */
export const withPosition = (positions: Readonly<Positions>, episode: string, ms: number): Positions =>
  [{ episode, ms: Math.floor(ms) }, ...positions.filter((position) => position.episode !== episode)].slice(0, KEPT);

/** Whether the position is neither at the very beginning nor at the very end. `durationMs` is null when unknown. */
export const isWorthResuming = (ms: number, durationMs: number | null): boolean =>
  ms >= TOO_EARLY_MS && (durationMs === null || ms <= durationMs - TOO_LATE_MS);

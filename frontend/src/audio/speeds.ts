import { z } from 'zod';
import { readPreferences, SPEEDS } from '../kit/preferences.ts';
import { stored } from '../kit/stored.ts';

const kept = stored('earmark-speeds', z.record(z.string(), z.number().min(0.5).max(3)));

/** The speed last chosen for this podcast, else the preferred speed. 1 is normal speed. */
export const speedOf = (podcastUuid: string): number => kept.read()?.[podcastUuid] ?? readPreferences().speed;

export function storeSpeed(podcastUuid: string, speed: number): void {
  kept.write({ ...kept.read(), [podcastUuid]: speed });
}

/** The next speed up or down; unchanged at either end. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const found = direction === 1 ? SPEEDS.find((known) => known > speed) : SPEEDS.findLast((known) => known < speed);

  return found ?? speed;
}

/** The available speeds, including this one. */
export const speedsWith = (speed: number): readonly number[] =>
  [...new Set([...SPEEDS, speed])].toSorted((one, other) => one - other);

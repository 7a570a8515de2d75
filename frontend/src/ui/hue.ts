import { HUES } from '@earmark/contracts/vocabulary';
import type { Hue } from '@earmark/contracts/vocabulary';

export { HUES };
export type { Hue };

const DEFAULT_HUE: Hue = 'blue';

/** The hue that a stored class name such as `bg-rose-100 text-rose-800` stands for; blue if it names none. */
export function hueOf(colorClass: string): Hue {
  for (const [, name] of colorClass.matchAll(/\b(?:bg|text)-([a-z]+)-\d+\b/g)) {
    const hue = HUES.find((known) => known === name);
    if (hue !== undefined) return hue;
  }

  return DEFAULT_HUE;
}

/** The 22 colour themes. Their tokens are in tokens.css under `[data-hue]`. */
export const HUES = [
  'blue',
  'green',
  'purple',
  'orange',
  'yellow',
  'pink',
  'red',
  'indigo',
  'teal',
  'cyan',
  'emerald',
  'lime',
  'amber',
  'rose',
  'fuchsia',
  'violet',
  'sky',
  'slate',
  'gray',
  'zinc',
  'stone',
  'neutral',
] as const;
export type Hue = (typeof HUES)[number];

const DEFAULT_HUE: Hue = 'blue';

/** The hue that a stored class name such as `bg-rose-100 text-rose-800` stands for; blue when it names none. */
export function hueOf(colorClass: string): Hue {
  for (const [, name] of colorClass.matchAll(/\b(?:bg|text)-([a-z]+)-\d+\b/g)) {
    const hue = HUES.find((known) => known === name);
    if (hue !== undefined) return hue;
  }

  return DEFAULT_HUE;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { HUES, hueOf } from './hue.ts';

describe('the hue of a stored class name', () => {
  it('is the one named by the class', () => {
    expect(hueOf('bg-rose-100 text-rose-800')).toBe('rose');
    expect(hueOf('text-fuchsia-800')).toBe('fuchsia');
  });
  it('is blue when the class names no known hue', () => {
    expect([hueOf(''), hueOf('bg-mauve-100 text-mauve-800'), hueOf('font-bold')]).toEqual(['blue', 'blue', 'blue']);
  });
  it('is one of 22', () => {
    expect(HUES).toHaveLength(22);
    expect(HUES.map((hue) => hueOf(`bg-${hue}-100 text-${hue}-800`))).toEqual([...HUES]);
  });
});

describe('the colours', () => {
  it.each(['light', 'dark'])('of every hue are readable in the %s theme', (theme) => {
    const weak = HUES.filter((hue) => contrast(chip(hue, theme), chipInk(hue, theme)) < 4.5);
    expect(weak).toEqual([]);
  });
  it.each(['light', 'dark'])('of text are readable on every surface in the %s theme', (theme) => {
    const weak = TEXTS.flatMap((text) =>
      SURFACES.filter((surface) => contrast(token(text, theme), token(surface, theme)) < 4.5).map(
        (on) => `${text} on ${on}`,
      ),
    );
    expect(weak).toEqual([]);
  });
  it.each(['light', 'dark'])('of what stands on the accent and on a mark are readable in the %s theme', (theme) => {
    expect(contrast(token('on-accent', theme), token('accent', theme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('mark-ink', theme), token('mark-strong', theme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('line-strong', theme), token('surface', theme))).toBeGreaterThanOrEqual(3);
  });
});

type Oklch = readonly [lightness: number, chroma: number, hue: number];

const TEXTS = ['ink', 'ink-soft', 'ink-faint', 'accent', 'bad', 'good', 'warn'];
const SURFACES = ['canvas', 'surface', 'raised'];
const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const blocks = {
  light: css.slice(0, css.indexOf("[data-theme='dark']")),
  dark: css.slice(css.indexOf("[data-theme='dark']"), css.indexOf('[data-hue]')),
};
const found = (text: string, pattern: RegExp): string[] => {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`tokens.css has nothing like ${pattern.source}`);

  return match.slice(1);
};
const blockOf = (theme: string): string => (theme === 'dark' ? blocks.dark : blocks.light);
const numbers = (texts: readonly string[]): Oklch => {
  const [lightness = NaN, chroma = NaN, hue = NaN] = texts.map(Number);

  return [lightness, chroma, hue];
};
const token = (name: string, theme: string): Oklch =>
  numbers(found(blockOf(theme), new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)`)));
const value = (name: string, theme: string): number =>
  Number(found(blockOf(theme), new RegExp(`--${name}: ([\\d.]+);`))[0]);
const hueTokens = (hue: string): readonly number[] =>
  found(css, new RegExp(`\\[data-hue='${hue}'\\] \\{\\s*--hue: ([\\d.]+);\\s*--chroma: ([\\d.]+);`)).map(Number);
const scaled = (hue: string, theme: string, part: string): Oklch => {
  const [angle = NaN, chroma = NaN] = hueTokens(hue);

  return [value(`${part}-lightness`, theme), chroma * value(`${part}-saturation`, theme), angle];
};
const chip = (hue: string, theme: string): Oklch => scaled(hue, theme, 'chip');
const chipInk = (hue: string, theme: string): Oklch => scaled(hue, theme, 'chip-ink');

/** Contrast of two opaque colours by WCAG 2, from 1 to 21. */
function contrast(one: Oklch, other: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);

  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance; values outside sRGB are clipped. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (channel: number): number => Math.min(1, Math.max(0, channel));

  return (
    0.2126 * cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

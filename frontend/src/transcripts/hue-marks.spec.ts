import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { HUES } from '../ui/hue.ts';

describe('the lines under all entities', () => {
  const lines = readFileSync(join(__dirname, 'hue-marks.css'), 'utf8');
  const tokens = readFileSync(join(__dirname, '../ui/tokens.css'), 'utf8');

  it.each(HUES)('have the same hue for %s as everywhere else', (hue) => {
    const token = new RegExp(`\\[data-hue='${hue}'\\] \\{\\s*--hue: ([\\d.]+);\\s*--chroma: ([\\d.]+);`).exec(tokens);
    const line = new RegExp(`earmark-hue-${hue}\\) \\{[^}]*oklch\\(var\\(--hue-line\\) ([\\d.]+) ([\\d.]+)\\)`).exec(
      lines,
    );
    expect(line?.slice(1)).toEqual([token?.[2], token?.[1]]);
  });
});

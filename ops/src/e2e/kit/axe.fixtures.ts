import { AxeBuilder } from '@axe-core/playwright';
import { expect } from './test.ts';
import type { Page } from 'playwright-core';

/** Themes differ in their colours only, and widths in all but colours: contrast takes longer than all other rules together. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, rules: 'all' },
  { colorScheme: 'light', width: 390, rules: 'structure' },
  { colorScheme: 'dark', width: 1440, rules: 'colour' },
] as const;
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

interface Inspection {
  /** One more state of a part whose colours, and whose look on a phone, another journey has looked at: only its structure is new. */
  readonly isState?: boolean;
  /** CSS selectors of what is left out: of many that are alike one is enough, for contrast takes long. */
  readonly exclude?: readonly string[];
  /** Before each look, in its theme and width. Resolves when everything is there. */
  readonly ready?: (page: Page, colorScheme: 'light' | 'dark') => Promise<unknown>;
}

/** Axe finds no fault in this part of the page, in light and dark, on a desk and on a phone, and nothing is wider than the window. */
export async function expectNoFaults(
  page: Page,
  part: string,
  { isState = false, exclude = [], ready }: Inspection = {},
) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { colorScheme, width, rules } of isState ? LOOKS.slice(0, 1) : LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await ready?.(page, colorScheme);
    // No frame of another site stands in ours: a page of its own for each is not needed.
    const builder = new AxeBuilder({ page }).include(part).setLegacyMode();
    // Of what passes one node for each rule: describing them all takes as long as looking at them.
    builder.options({ resultTypes: ['violations'] });
    for (const selector of exclude) builder.exclude(selector);
    if (rules === 'colour') builder.withRules(RULES_OF_COLOUR);
    if (rules === 'structure') builder.disableRules(RULES_OF_COLOUR);
    const { violations, passes } = await builder.analyze();
    const faults = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect({ colorScheme, width, faults, isTooWide }).toEqual({ colorScheme, width, faults: [], isTooWide: false });
    expect(passes.length).toBeGreaterThan(rules === 'colour' ? 0 : 5);
  }
}

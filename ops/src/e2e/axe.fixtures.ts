import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
);

/** Asserts that axe finds no fault on what is shown, in light and dark, on a desk and on a phone. */
export async function expectNoFaults(page: Page, region: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { colorScheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    const { violations, passes } = await new AxeBuilder({ page }).include(region).setLegacyMode().analyze();
    const faults = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    expect({ colorScheme, width, faults }).toEqual({ colorScheme, width, faults: [] });
    expect(passes.length).toBeGreaterThan(5);
  }
}

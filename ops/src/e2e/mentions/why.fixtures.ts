import type { WhyTotal } from '@earmark/contracts/entities';
import { expect } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../kit/until.ts';

/** The changes of a number, newest first. */
export const moves = (page: Page): Locator => page.getByRole('list', { name: 'What moved it' }).getByRole('listitem');

export const reasons = (within: Locator): Locator =>
  within.getByRole('list', { name: /^Why .* is marked$/ }).getByRole('listitem');

export function expectSums({ total: all, byPatterns, byHand, untold, entities, others }: WhyTotal): void {
  expect(byPatterns + byHand + untold).toBe(all);
  expect(entities.reduce((sum, { count }) => sum + count, others.mentions)).toBe(all);
}

/** The last number of each line that they show. */
export async function numbersIn(lines: Locator): Promise<number[]> {
  await lines.first().waitFor();
  const texts = (await lines.allInnerTexts()).flatMap((text) => text.split('\n'));

  return texts
    .flatMap((text) => (/(\d[\d,]*)\D*$/.exec(text) ?? []).slice(1))
    .map((n) => Number(n.replaceAll(',', '')));
}

/** Waits until it has the focus. Resolves to true; throws when it does not come to that. */
export async function isFocused(locator: Locator): Promise<boolean> {
  await eventually(
    () => locator.evaluate((element) => element === document.activeElement),
    (hasFocus) => expect(hasFocus).toBe(true),
  );

  return true;
}

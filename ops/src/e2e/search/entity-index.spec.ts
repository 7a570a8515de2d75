import { EntityIndexAnswer } from '@earmark/contracts/search';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('lists all entities, ordered and narrowed as the address says', async () => {
  const page = await site.open('/entities', { reducedMotion: 'reduce' });
  const { total } = await ask('');
  await page.getByRole('heading', { name: `${total} entities` }).waitFor();
  await expectNoFaults(page, 'main', {
    exclude: ['ol > :nth-child(n + 8)'],
    ready: async () => {
      await page.goto('/entities');
      await rows(page).first().waitFor();
    },
  });
  await page.getByRole('radio', { name: 'By name' }).check();
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: await labelOf('location') });
  const { entities } = await ask('?sort=name&category=location');
  await eventually(
    () => names(page),
    (shown) => expect(shown).toEqual(entities.map(({ name }) => name)),
  );
  await page.getByRole('searchbox', { name: 'Filter by name...' }).fill('kra');
  await eventually(
    () => new URL(page.url()).search,
    (search) => expect(search).toBe('?sort=name&category=location&q=kra'),
  );
  await page.reload();
  await eventually(
    () => names(page),
    (shown) => expect(shown).toEqual(['Kraków']),
  );
  await rows(page).first().click();
  await page.getByRole('heading', { level: 1, name: 'Kraków' }).waitFor();
  await page.goBack();
  await eventually(
    () => names(page),
    (shown) => expect(shown).toEqual(['Kraków']),
  );
});

const rows = (page: Page) => page.getByRole('list', { name: 'Entities' }).getByRole('link');

/** Also of those that are out of sight. */
const names = (page: Page): Promise<string[]> => rows(page).locator('.font-medium').allTextContents();

const ask = (query: string) => site.product().read(`/api/entities${query}`, EntityIndexAnswer);

const labelOf = async (category: string): Promise<string> => {
  const found = (await ask('')).categories.find(({ value }) => value === category);

  return `${found?.label} (${found?.count})`;
};

import { EntityPage } from '@earmark/contracts/mentions';
import { EntityIndexAnswer } from '@earmark/contracts/search';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { editedSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { until } from '../kit/until.ts';

const site = editedSite();

it('merges by keyboard, leads from the old address, changes two pages at once, and takes it back', async () => {
  const { entities } = await site.product().read('/api/entities?sort=mentions', EntityIndexAnswer);
  // No other file needs those that are mentioned least.
  const [from, into] = entities.slice(-2) as [Entity, Entity];
  const page = await site.openAs('admin', `/entities/${from.slug}`);
  const index = await site.open(`/entities?q=${encodeURIComponent(into.name)}`);
  await page.getByRole('button', { name: 'Merge into…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Merge “${from.name}”` });
  await dialog.waitFor();
  await dialog.getByRole('combobox').focus();
  await page.keyboard.type(into.name);
  // The options of the first letters may still be there.
  await until(async () => ((await dialog.getByRole('option').first().textContent()) ?? '').includes(into.name));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('region', { name: `Stays: ${into.name}` }).waitFor();
  await expectNoFaults(page, '[role=dialog]');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/entities/${into.slug}`);
  await page.getByRole('heading', { level: 1, name: into.name }).waitFor();

  const { mentions } = await site.product().read(`/api/entities/${from.slug}`, EntityPage);
  expect(mentions).toBeGreaterThanOrEqual(into.mentions);
  await page.getByText(`${mentions} mentions`).first().waitFor();
  // Open all the time, and level by the live feed.
  await index.getByText(String(mentions)).first().waitFor();

  const visitor = await site.open(`/entities/${from.slug}`);
  await visitor.waitForURL(`**/entities/${into.slug}`);
  await visitor.getByText(`Also known as ${from.name}`).waitFor();

  await expectNoFaults(page, 'main', { isState: true });
  await page.getByRole('button', { name: `Undo the merge of ${from.name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(`Also known as ${from.name}`).waitFor({ state: 'detached' });
  expect((await site.product().read(`/api/entities/${from.slug}`, EntityPage)).mentions).toBe(from.mentions);
});

type Entity = EntityIndexAnswer['entities'][number];

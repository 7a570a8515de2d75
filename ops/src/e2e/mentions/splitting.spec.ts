import { EntityPage } from '@earmark/contracts/mentions';
import { EntityIndexAnswer } from '@earmark/contracts/search';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { editedSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';

const site = editedSite();

it('splits by keyboard, changes both pages at once, and takes it back', async () => {
  const product = site.product();
  const { entities } = await product.read('/api/entities?sort=mentions', EntityIndexAnswer);
  // No other file needs it.
  const { slug, name } = entities.at(-3)!;
  const before = await product.read(`/api/entities/${slug}`, EntityPage);
  const podcast = before.podcasts[0]!;
  const page = await site.openAs('admin', `/entities/${slug}`);
  await page.getByRole('button', { name: 'Split…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Split “${name}”` });
  await dialog.getByRole('checkbox', { name: podcast.name }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('textbox', { name: 'Name of the other entity' }).focus();
  await page.keyboard.type(`The other ${name}`);
  await dialog
    .getByRole('region', { name: 'What changes' })
    .getByText(`${before.mentions} → ${before.mentions - podcast.count} mention`)
    .waitFor();
  await expectNoFaults(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`counts for The other ${name}`).waitFor();
  await page.getByRole('link', { name: `The other ${name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `The other ${name}` }).waitFor();
  const numbers = async (of: string) => (await product.read(`/api/entities/${of}`, EntityPage)).mentions;
  expect(await numbers(slug)).toBe(before.mentions - podcast.count);

  await expectNoFaults(page, 'main', { isState: true });
  await page.getByRole('button', { name: `Undo the split of The other ${name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(`was split off ${name}`).waitFor({ state: 'detached' });
  expect(await numbers(slug)).toBe(before.mentions);
});

import { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { siteWith, textsOf } from '../kit/site.fixtures.ts';
import { moves } from './why.fixtures.ts';

const site = siteWith('sample');

it('opens from the total of an entity, and shows publications and older patterns', async () => {
  const admin = await site.product().signIn();
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  const patterns = await admin.read('/api/admin/entity-patterns', z.array(PatternView));
  expect(patterns.some(({ name }) => name === 'Lagos')).toBe(true);
  await admin.post('/api/admin/entity-patterns', {
    name: 'Chidi',
    entity: 'Lagos',
    entityTypeId: types.find(({ name }) => name === 'location')!.id,
  });
  const page = await site.openAs('admin', '/entities/lagos');
  await page.getByRole('button', { name: '19 mentions', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in all episodes' });
  await panel.getByText(/^(\d+) of \1 episodes use older patterns\.$/).waitFor();
  expect(await textsOf(panel.getByRole('table').locator('tbody tr, tfoot tr'))).toEqual([
    'Lagos 19',
    'Chidi 0',
    'Total 19',
  ]);
  await moves(page).first().waitFor();
  await expectNoFaults(page, '[role="dialog"]');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/entities');
  await page.getByRole('button', { name: 'Recount all' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Recount published', { exact: true }).waitFor();
  await page.goto('/entities/lagos');
  await page.getByRole('button', { name: /^\d+ mentions$/ }).click();
  await moves(page).first().waitFor();
  const [newest] = await textsOf(moves(page));
  expect(newest).toMatch(/^\+\d+ New counts of all podcasts were published\. admin, .* = \d+$/);
  await moves(page).nth(1).getByRole('link').click();
  await page.waitForURL(/\/podcasts\/[^/]+\/[^/]+$/);
});

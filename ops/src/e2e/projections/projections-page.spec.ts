import { expect, it } from '../kit/test.ts';
import { appears, sampleSite } from '../kit/site.fixtures.ts';

// Every other state: projections-page.spec.tsx. A rebuild goes on beside the live tables, so nobody else notices it.
const site = sampleSite();

it('the projections of this server are live, and are rebuilt on demand', async () => {
  const page = await site.openAs('admin', '/admin/projections');
  const catalogue = page.getByRole('region', { name: 'catalogue', exact: true });
  await catalogue.getByText('Live', { exact: true }).waitFor();
  const answer = page.waitForResponse('**/api/admin/projections/catalogue/rebuild');
  await page.getByRole('button', { name: 'Rebuild catalogue' }).click();
  expect((await answer).status()).toBe(202);
  await page.getByText('Rebuilding catalogue', { exact: true }).waitFor();
  expect(await appears(catalogue.getByText('Live', { exact: true }))).toBe(true);
});

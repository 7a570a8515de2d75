import { WhyView } from '@earmark/contracts/entities';
import { EntityTypeView, PatternView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { appears, failCalls, FAILURE, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const EPISODE = '/podcasts/Marginalia/lagos-things-come-together';

it('opens from a count of an episode and adds up, with the keyboard alone', async () => {
  const page = await site.open(EPISODE);
  const count = page.getByRole('button', { name: 'Why Chinua Achebe has 5 mentions' });
  await count.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Mentions of Chinua Achebe in this episode' });
  await panel.getByRole('table').waitFor();
  expect(await textsOf(panel.getByRole('table').locator('tbody tr, tfoot tr'))).toEqual([
    'Chinua Achebe 1',
    'Achebe finds 5, 1 of them counted above 4',
    'Total 5',
  ]);
  await moves(page).first().waitFor();
  expect(await textsOf(moves(page))).toEqual([expect.stringMatching(/^\+5 The transcript was added. system, .* = 5$/)]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await eventually(
    () => count.evaluate((button) => button === document.activeElement),
    (hasFocus) => expect(hasFocus).toBe(true),
  );
});

it('opens from the entities on a phone', async () => {
  const page = await site.open(EPISODE, { width: 390, height: 844, hasTouch: true });
  await page.getByRole('button', { name: /^Entities Mentioned/ }).tap();
  const count = page.getByRole('button', { name: 'Why Lagos has 3 mentions' });
  await count.waitFor();
  const box = (await count.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await count.tap();
  expect(await appears(moves(page).first())).toBe(true);
});

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

it('says what it did not examine', async () => {
  const page = await site.open('/entities/lagos');
  await page.route(/\/why\?/, async (route) => {
    const response = await route.fetch();
    const why = WhyView.parse(await response.json());
    const cut = { removed: { mentions: 200, episodes: 200 }, notCountedIn: { episodes: 200, of: 1234 }, untold: 5 };
    await route.fulfill({ response, json: { ...why, ...cut } });
  });
  await page.getByRole('button', { name: /^\d+ mentions$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in all episodes' });
  await panel.getByText('Mentions that were not examined individually', { exact: true }).waitFor();
  expect((await textsOf(panel.getByRole('list', { name: 'Remarks' }).getByRole('listitem'))).slice(0, 2)).toEqual([
    '200 mentions are not counted: removed by hand in 200 episodes.',
    'People decided against it in 1,234 episodes; this breakdown includes only 200 of them.',
  ]);
});

it('says when it cannot be read, and reads again', async () => {
  const page = await site.open('/entities/lagos');
  const recover = await failCalls(page, /\/(?:why|ledger)\?/);
  await page.getByRole('button', { name: /^\d+ mentions$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in all episodes' });
  await panel.getByText('Could not load the breakdown', { exact: true }).waitFor();
  await panel.getByText(`503: ${FAILURE}`, { exact: true }).first().waitFor();
  await recover();
  await panel.getByRole('button', { name: 'Try again' }).first().click();
  expect(await appears(panel.getByRole('table'))).toBe(true);
});

const moves = (page: Page) => page.getByRole('list', { name: 'What moved it' }).getByRole('listitem');

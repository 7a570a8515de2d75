import { EntityPage } from '@earmark/contracts/mentions';
import { WhyTotal } from '@earmark/contracts/entities';
import { EntityTypeView, PatternPage } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { pressInPlace, readEpisode } from '../episodes/episode.fixtures.ts';
import { changeOf } from '../history/history.fixtures.ts';
import { appears, editedSite, textsOf } from '../kit/site.fixtures.ts';
import { expectSums, isFocused, moves, numbersIn, reasons } from './why.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
/** No other file edits these two. */
const EPISODE = '/podcasts/Marginalia/lagos-things-come-together';
const CORRECTED = '/podcasts/Marginalia/zürich-with-an-umlaut';

it('names who added a name by hand: the role for visitors, the user for others', async () => {
  const admin = await site.product().signIn();
  const { episode, entityMentions } = await readEpisode(site, EPISODE);
  const added = { entity: { name: 'feather', type: 'product' } };
  await admin.put(`/api/episodes/${episode.uuid}/entities`, { entityMentions: [...entityMentions, added] });
  const visitor = await site.open(`${EPISODE}?entity=feather`);
  await pressInPlace(visitor.getByRole('button', { name: 'Why is this marked?' }));
  const byRole = /^Added to this episode by hand as “feather” by an admin on /;
  expect(await appears(reasons(visitor.getByRole('dialog')).filter({ hasText: byRole }))).toBe(true);
  const told = await site.product().read(`/api/why?episode=${episode.uuid}`, WhyTotal);
  expect(told.byHand).toBeGreaterThan(0);
  expectSums(told);
});

it('says of a segment that it was corrected, leads to its history, and no more when that was undone', async () => {
  const admin = await site.product().signIn();
  const { transcript, corrections, episode } = await readEpisode(site, CORRECTED);
  expect(corrections).toEqual([]);
  const segments = transcript.map((segment, at) =>
    at === 2 ? { ...segment, text: `${segment.text} Indeed.` } : segment,
  );
  await admin.put(`/api/episodes/${episode.uuid}/transcript`, { segments });
  const page = await site.open(CORRECTED);
  const pencil = page.getByRole('button', {
    name: /^Corrected by an admin · \d+ \w+ \d{4}: history of this segment$/,
  });
  // Not every browser gives the focus to a button that is clicked.
  await pencil.dispatchEvent('click');
  const history = page.getByRole('dialog', { name: 'History' });
  await changeOf(history, /Indeed/).waitFor();
  await expect(history.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });
  expect(await isFocused(pencil)).toBe(true);

  const [change] = await site.product().read(`/api/history?episodeUuid=${episode.uuid}`, Changes);
  await admin.post(`/api/admin/history/${change}/revert`, {});
  await eventually(
    () => pencil.count(),
    (count) => expect(count).toBe(0),
  );
});

it('explains a number before, during and after a recount', async () => {
  const { mentions } = await site.product().read('/api/entities/cork', EntityPage);
  const admin = await site.product().signIn();
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  const { patterns } = await admin.read('/api/admin/entity-patterns?q=Cork', PatternPage);
  expect(patterns.some(({ name }) => name === 'Cork')).toBe(true);
  const entityTypeId = types.find(({ name }) => name === 'location')?.id;
  await admin.post('/api/admin/entity-patterns', { name: 'Chidi', entity: 'Cork', entityTypeId });
  const page = await site.openAs('admin', '/entities/cork');
  const everywhere = 'Mentions of Cork in all episodes';

  await it.step('the total of an entity, by older patterns', async () => {
    await page.getByRole('button', { name: `${mentions} mentions`, exact: true }).click();
    const panel = page.getByRole('dialog', { name: everywhere });
    await panel.getByText(/^(\d+) of \1 episodes use older patterns\.$/).waitFor();
    expect(await textsOf(panel.getByRole('table').locator('tbody tr, tfoot tr'))).toEqual([
      `Cork case sensitive ${mentions}`,
      'Chidi 0',
      `Total ${mentions}`,
    ]);
    await moves(page).first().waitFor();
    await expectNoFaults(page, '[role="dialog"]');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await it.step('the number that a preview begins with', async () => {
    await page.goto('/admin/entities?category=location');
    await page.getByRole('button', { name: 'Delete Cork' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: `${mentions} mentions`, exact: true }).click();
    await expectTotal(page, everywhere, mentions);
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  await it.step('those that a recount begins with and that its publication ends with', async () => {
    await page.getByRole('button', { name: 'Recount all' }).click();
    const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').filter({ hasText: 'Cork' });
    await row.getByRole('button', { name: `${mentions} mentions of Cork` }).click();
    await expectTotal(page, everywhere, mentions);
    const live = page.getByRole('status').getByRole('button');
    await live.waitFor();
    const before = Number((await textsOf(live))[0]);
    await live.click();
    await expectTotal(page, 'All mentions in all episodes', before);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Recount published', { exact: true }).waitFor();
    const after = row.getByRole('button', { name: /^\d+ mentions of Cork$/ });
    await eventually(
      () => textsOf(after),
      (texts) => expect(Number(texts[0])).toBeGreaterThan(mentions),
    );
    const now = Number((await textsOf(after))[0]);
    await after.click();
    await expectTotal(page, everywhere, now);
  });

  await it.step('what moved it, the publication first, with a link to each episode', async () => {
    await page.goto('/entities/cork');
    await page.getByRole('button', { name: /^\d+ mentions$/ }).click();
    await moves(page).first().waitFor();
    const [newest] = await textsOf(moves(page));
    expect(newest).toMatch(/^\+\d+ New counts of all podcasts were published\. admin, .* = \d+$/);
    await moves(page).nth(1).getByRole('link').click();
    await page.waitForURL(/\/podcasts\/[^/]+\/[^/]+$/);
  });
});

const Changes = z
  .object({ changes: z.array(z.object({ eventId: z.string() })) })
  .transform(({ changes }) => changes.map(({ eventId }) => eventId));

/** Of an open panel, which may have known another number before; closes it. */
async function expectTotal(page: Page, name: string, number: number): Promise<void> {
  const panel = page.getByRole('dialog', { name, exact: true });
  await eventually(
    () => numbersIn(panel.getByRole('table').locator('tfoot')),
    (numbers) => expect(numbers).toEqual([number]),
  );
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

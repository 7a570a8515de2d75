import { WhyTotal } from '@earmark/contracts/entities';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { changeOf, retell } from '../history/history.fixtures.ts';
import { appears, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { expectSums, isFocused, numbersIn, reasons } from './why.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const EPISODE = '/podcasts/Marginalia/lagos-things-come-together';

it.describe('a name added by hand', () => {
  it('names who added it: the role for visitors, the user for others', async () => {
    const admin = await site.product().signIn();
    const { episode, entityMentions } = await readEpisode(site, EPISODE);
    const added = { entity: { name: 'feather', type: 'product' } };
    await admin.put(`/api/episodes/${episode.uuid}/entities`, { entityMentions: [...entityMentions, added] });
    const visitor = await site.open(`${EPISODE}?entity=feather`);
    await visitor.getByRole('button', { name: 'Why is this marked?' }).click();
    const byRole = /^Added to this episode by hand as “feather” by an admin on /;
    expect(await appears(reasons(visitor.getByRole('dialog')).filter({ hasText: byRole }))).toBe(true);
    const told = await total(`episode=${episode.uuid}`);
    expect(told.byHand).toBeGreaterThan(0);
    expectSums(told);
  });
});

it.describe('a corrected segment', () => {
  it('says so, leads to its history, and says so no more when that was undone', async () => {
    const admin = await site.product().signIn();
    const { transcript, corrections, episode } = await readEpisode(site);
    expect(corrections).toEqual([]);
    await retell(site, admin, { 2: `${transcript[2]?.text ?? ''} Indeed.` });
    const page = await site.open(TEA);
    const pencil = page.getByRole('button', {
      name: /^Corrected by an admin · \d+ \w+ \d{4}: history of this segment$/,
    });
    // Not every browser gives the focus to a button that is clicked.
    await pencil.dispatchEvent('click');
    const history = page.getByRole('dialog', { name: 'History' });
    await changeOf(history, /Indeed/).waitFor();
    expect(await history.getByRole('article').count()).toBe(1);
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    expect(await isFocused(pencil)).toBe(true);

    const [change] = await read(`/api/history?episodeUuid=${episode.uuid}`, Changes);
    await admin.post(`/api/admin/history/${change}/revert`, {});
    await eventually(
      () => pencil.count(),
      (count) => expect(count).toBe(0),
    );
  });
});

it('says why of the number that a recount or a preview begins with, and of the one that a publication ends with', async () => {
  const admin = await site.product().signIn();
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  const entityTypeId = types.find(({ name }) => name === 'location')?.id;
  await admin.post('/api/admin/entity-patterns', { name: 'Chidi', entity: 'Lagos', entityTypeId });
  const page = await site.openAs('admin', '/admin/entities?category=location');
  await page.getByRole('button', { name: 'Delete Lagos' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '19 mentions', exact: true }).click();
  await expectTotal(page, 'Mentions of Lagos in all episodes', 19);
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Recount all' }).click();
  const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').filter({ hasText: 'Lagos' });
  await row.getByRole('button', { name: '19 mentions of Lagos' }).click();
  await expectTotal(page, 'Mentions of Lagos in all episodes', 19);
  const live = page.getByRole('status').getByRole('button');
  await live.waitFor();
  const before = Number((await textsOf(live))[0]);
  await live.click();
  await expectTotal(page, 'All mentions in all episodes', before);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Recount published', { exact: true }).waitFor();
  const after = row.getByRole('button', { name: /^\d+ mentions of Lagos$/ });
  await eventually(
    () => textsOf(after),
    (texts) => expect(Number(texts[0])).toBeGreaterThan(19),
  );
  const now = Number((await textsOf(after))[0]);
  await after.click();
  await expectTotal(page, 'Mentions of Lagos in all episodes', now);
});

const Changes = z
  .object({ changes: z.array(z.object({ eventId: z.string() })) })
  .transform(({ changes }) => changes.map(({ eventId }) => eventId));

const read = <Schema extends z.ZodType>(path: string, schema: Schema) => site.product().read(path, schema);
const total = (query: string): Promise<WhyTotal> => read(`/api/why?${query}`, WhyTotal);

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

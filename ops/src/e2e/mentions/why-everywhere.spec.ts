import { WhyTotal, WhyView } from '@earmark/contracts/entities';
import { DashboardEpisode, PodcastPage } from '@earmark/contracts/episodes';
import { EntityPage } from '@earmark/contracts/mentions';
import { SeriesCard } from '@earmark/contracts/series';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { clickWords, readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { changeOf, retell } from '../history/history.fixtures.ts';
import { appears, siteWith, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const PODCAST = '/podcasts/Marginalia';
const EPISODE = `${PODCAST}/lagos-things-come-together`;
const TITLE = 'Lagos: things come together';

it.describe('every number that is shown', () => {
  it('is the sum that its panel shows, by pattern and hand and by entity', async () => {
    const dashboard = await read('/api/dashboard/recent-episodes', z.array(DashboardEpisode));
    expect(dashboard.length).toBe(10);
    for (const { id, mentionsCount, title } of dashboard) {
      const told = await total(`episode=${id}`);
      expect(told).toMatchObject({ total: mentionsCount, name: title, podcastUuid: null });
      expectSums(told);
    }
    let everywhere = 0;
    for (const { slug, id } of await read('/api/dashboard/podcast-series', z.array(SeriesCard))) {
      const { episodes } = await read(`/api/podcasts/${slug}`, PodcastPage);
      const shown = episodes.reduce((sum, { mentionsCount }) => sum + mentionsCount, 0);
      const told = await total(`podcast=${id}`);
      expect(told.total).toBe(shown);
      expectSums(told);
      everywhere += shown;
    }
    const all = await total('');
    expect(all.total).toBe(everywhere);
    expectSums(all);
    expect(all.others.entities).toBeGreaterThan(0);
  });

  it('of one entity too, in an episode, in a podcast and everywhere', async () => {
    const { entityMentions, episode } = await readEpisode(site, EPISODE);
    expect(entityMentions.length).toBeGreaterThan(10);
    for (const { entity, count } of entityMentions) expectParts(await why(entity.id, `episode=${episode.uuid}`), count);
    const { mentions, podcasts } = await read('/api/entities/lagos', EntityPage);
    for (const { uuid, count } of podcasts) expectParts(await why('lagos', `podcast=${uuid}`), count);
    expectParts(await why('lagos', ''), mentions);
  });
});

it.describe('a number on the dashboard', () => {
  it('says why, and so does each number that it is the sum of; the rest of its row leads to the episode', async () => {
    const page = await site.open('/');
    const row = page
      .getByRole('list', { name: 'Recent episodes' })
      .getByRole('listitem')
      .filter({ hasText: 'The woman who counted lighthouses' });
    await row.getByRole('button', { name: /^\d+ mentions$/ }).click();
    const panel = page.getByRole('dialog', { name: 'All mentions in “The woman who counted lighthouses”' });
    await panel.getByRole('table').waitFor();
    const [byPatterns, byHand, sum] = await numbersIn(panel.getByRole('table'));
    expect(sum).toBe((byPatterns ?? 0) + (byHand ?? 0));
    const entities = panel.getByRole('list', { name: 'By entity' }).getByRole('button');
    expect((await numbersIn(entities)).reduce((one, other) => one + other, 0)).toBe(sum);
    await expectNoFaults(page, '[role="dialog"]');

    await entities.filter({ hasText: 'Cork' }).click();
    const part = page.getByRole('dialog', { name: 'Mentions of Cork in “The woman who counted lighthouses”' });
    expect(await numbersIn(part.getByRole('table').locator('tfoot'))).toEqual([3]);
    await part.getByRole('list', { name: 'What moved it' }).getByRole('listitem').first().waitFor();
    await part.getByRole('button', { name: 'Back to the total' }).click();
    expect(await appears(panel)).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/');

    await page.setViewportSize({ width: 1440, height: 900 });
    await row.click({ position: { x: 500, y: 10 } });
    expect(await appears(page.getByRole('heading', { level: 1, name: 'The woman who counted lighthouses' }))).toBe(
      true,
    );
  });
});

it.describe('a number on the page of a podcast', () => {
  it('is reached and asked with the keyboard alone', async () => {
    const page = await site.open(PODCAST);
    await page.getByRole('link', { name: TITLE }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: `All mentions in “${TITLE}”` });
    const entities = panel.getByRole('list', { name: 'By entity' }).getByRole('button');
    await entities.first().focus();
    await page.keyboard.press('Enter');
    const back = page.getByRole('button', { name: 'Back to the total' });
    await back.waitFor();
    expect(await isFocused(back)).toBe(true);
    await page.keyboard.press('Enter');
    await entities.first().waitFor();
    expect(await isFocused(entities.first())).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await eventually(
      () => textsOf(page.locator(':focus')),
      (texts) => expect(texts).toEqual(['44 mentions']),
    );
  });

  it('is the whole podcast’s in its head', async () => {
    const page = await site.open(PODCAST);
    await page.getByRole('button', { name: '160 mentions', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'All mentions in Marginalia' });
    expect(await numbersIn(panel.getByRole('table').locator('tfoot'))).toEqual([160]);
  });
});

it('says why of a podcast on the page of an entity', async () => {
  const page = await site.open('/entities/lagos');
  await page
    .getByRole('region', { name: 'By podcast' })
    .getByRole('button', { name: '9 mentions in Marginalia' })
    .click();
  const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in Marginalia' });
  expect(await numbersIn(panel.getByRole('table').locator('tfoot'))).toEqual([9]);
  const moves = panel.getByRole('list', { name: 'What moved it' }).getByRole('listitem');
  await moves.first().waitFor();
  expect((await textsOf(moves))[0]).toMatch(/= 9$/);
});

it.describe('a mark in a transcript', () => {
  it('shows on click what found it and who added that', async () => {
    const page = await site.open(`${EPISODE}?entity=Lagos`);
    const { entityMentions } = await readEpisode(site, EPISODE);
    const [first = 0] = entityMentions.find(({ entity }) => entity.name === 'Lagos')?.marks ?? [];
    await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    await clickWords(page, first, 'Lagos');
    const here = page.getByRole('dialog', { name: 'Entities found here' });
    await reasons(here).first().waitFor();
    expect(await textsOf(reasons(here))).toEqual([
      expect.stringMatching(/^Found by the pattern “Lagos” \(whole word\), added by the system on \d+ \w+ \d{4}\.$/),
      expect.stringMatching(/^The episode uses revision \d+ of the patterns\.$/),
    ]);
    await expectNoFaults(page, '[role="dialog"]');
    const history = page.getByRole('dialog', { name: 'History' });
    await here.getByRole('button', { name: 'History' }).click();
    await history.getByText('Lagos', { exact: true }).waitFor();
    expect(await here.count()).toBe(0);
    await history.getByRole('article').first().waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });

    // Nothing is loaded any more: it opens at once, and stays.
    await clickWords(page, first, 'Lagos');
    await here.getByRole('button', { name: 'History' }).click();
    await history.getByRole('article').first().waitFor();
    await here.waitFor({ state: 'detached' });
    await page.evaluate(async () => new Promise((done) => setTimeout(done)));
    expect(await history.count()).toBe(1);
  });

  it('explains the current mention to keyboard users', async () => {
    const page = await site.open(`${EPISODE}?entity=Lagos`);
    await page.getByRole('button', { name: 'Next mention' }).press('Enter');
    const ask = page.getByRole('button', { name: 'Why is this marked?' });
    await ask.press('Enter');
    const here = page.getByRole('dialog', { name: 'Entities found here' });
    await reasons(here).first().waitFor();
    await page.keyboard.press('Escape');
    await here.waitFor({ state: 'detached' });
    expect(await isFocused(ask)).toBe(true);
  });

  it('names who added a name by hand: the role for visitors, the user for others', async () => {
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
const why = (entity: string, query: string): Promise<WhyView> => read(`/api/entities/${entity}/why?${query}`, WhyView);

function expectSums({ total: all, byPatterns, byHand, untold, entities, others }: WhyTotal): void {
  expect(byPatterns + byHand + untold).toBe(all);
  expect(entities.reduce((sum, { count }) => sum + count, others.mentions)).toBe(all);
}

function expectParts({ total: all, patterns, byHand, untold }: WhyView, shown: number): void {
  expect(all).toBe(shown);
  expect(patterns.reduce((sum, { counted }) => sum + counted, byHand.counted + untold)).toBe(shown);
}

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

/** The last number of each line that they show. */
async function numbersIn(lines: Locator): Promise<number[]> {
  await lines.first().waitFor();
  const texts = (await lines.allInnerTexts()).flatMap((text) => text.split('\n'));

  return texts
    .flatMap((text) => (/(\d[\d,]*)\D*$/.exec(text) ?? []).slice(1))
    .map((n) => Number(n.replaceAll(',', '')));
}

const reasons = (within: Locator) => within.getByRole('list', { name: /^Why .* is marked$/ }).getByRole('listitem');
/** Waits until it has the focus. Resolves to true; throws when it does not come to that. */
async function isFocused(locator: Locator): Promise<boolean> {
  await eventually(
    () => locator.evaluate((element) => element === document.activeElement),
    (hasFocus) => expect(hasFocus).toBe(true),
  );

  return true;
}

import { WhyTotal, WhyView } from '@earmark/contracts/entities';
import { DashboardEpisode, PodcastPage } from '@earmark/contracts/episodes';
import { EntityPage } from '@earmark/contracts/mentions';
import { SeriesCard } from '@earmark/contracts/series';
import { expect, it } from '../kit/test.ts';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { clickWords, readEpisode } from '../episodes/episode.fixtures.ts';
import { appears, sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { expectSums, isFocused, moves, numbersIn, reasons } from './why.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();
const PODCAST = '/podcasts/Marginalia';
const EPISODE = `${PODCAST}/lagos-things-come-together`;
const TITLE = 'Lagos: things come together';

it('explains every number that is shown by a sum', async () => {
  await it.step('by pattern and hand and by entity', async () => {
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

  await it.step('of one entity too, in an episode, in a podcast and everywhere', async () => {
    const { entityMentions, episode } = await readEpisode(site, EPISODE);
    expect(entityMentions.length).toBeGreaterThan(10);
    for (const { entity, count } of entityMentions) expectParts(await why(entity.id, `episode=${episode.uuid}`), count);
    const { mentions, podcasts } = await read('/api/entities/lagos', EntityPage);
    for (const { uuid, count } of podcasts) expectParts(await why('lagos', `podcast=${uuid}`), count);
    expectParts(await why('lagos', ''), mentions);
  });
});

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

it('explains a number on the dashboard, and each number that it is the sum of; the rest of its row leads to the episode', async () => {
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
  expect(await appears(page.getByRole('heading', { level: 1, name: 'The woman who counted lighthouses' }))).toBe(true);
});

it('explains the numbers on the page of a podcast and on that of an entity', async () => {
  const page = await site.open(PODCAST);
  await it.step('of an episode: reached and asked with the keyboard alone', async () => {
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

  await it.step('of the whole podcast in its head', async () => {
    await page.getByRole('button', { name: '160 mentions', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'All mentions in Marginalia' });
    expect(await numbersIn(panel.getByRole('table').locator('tfoot'))).toEqual([160]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  await it.step('of a podcast on the page of an entity', async () => {
    await page.goto('/entities/lagos');
    await page
      .getByRole('region', { name: 'By podcast' })
      .getByRole('button', { name: '9 mentions in Marginalia' })
      .click();
    const panel = page.getByRole('dialog', { name: 'Mentions of Lagos in Marginalia' });
    expect(await numbersIn(panel.getByRole('table').locator('tfoot'))).toEqual([9]);
    await moves(page).first().waitFor();
    expect((await textsOf(moves(page)))[0]).toMatch(/= 9$/);
  });
});

it('explains a mark in a transcript, on a click and to keyboard users', async () => {
  const page = await site.open(`${EPISODE}?entity=Lagos`);
  const here = page.getByRole('dialog', { name: 'Entities found here' });
  const history = page.getByRole('dialog', { name: 'History' });
  const { entityMentions } = await readEpisode(site, EPISODE);
  const [first = 0] = entityMentions.find(({ entity }) => entity.name === 'Lagos')?.marks ?? [];
  await it.step('explains the current mention to keyboard users', async () => {
    await page.getByRole('button', { name: 'Next mention' }).press('Enter');
    const ask = page.getByRole('button', { name: 'Why is this marked?' });
    await ask.press('Enter');
    await reasons(here).first().waitFor();
    await page.keyboard.press('Escape');
    await here.waitFor({ state: 'detached' });
    expect(await isFocused(ask)).toBe(true);
  });

  await it.step('shows on click what found it and who added that', async () => {
    await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    await clickWords(page, first, 'Lagos');
    await reasons(here).first().waitFor();
    expect(await textsOf(reasons(here))).toEqual([
      expect.stringMatching(/^Found by the pattern “Lagos” \(whole word\), added by the system on \d+ \w+ \d{4}\.$/),
      expect.stringMatching(/^The episode uses revision \d+ of the patterns\.$/),
    ]);
    await expectNoFaults(page, '[role="dialog"]');
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
    await expect(history).toHaveCount(1);
  });
});

const read = <Schema extends z.ZodType>(path: string, schema: Schema) => site.product().read(path, schema);
const total = (query: string): Promise<WhyTotal> => read(`/api/why?${query}`, WhyTotal);
const why = (entity: string, query: string): Promise<WhyView> => read(`/api/entities/${entity}/why?${query}`, WhyView);

function expectParts({ total: all, patterns, byHand, untold }: WhyView, shown: number): void {
  expect(all).toBe(shown);
  expect(patterns.reduce((sum, { counted }) => sum + counted, byHand.counted + untold)).toBe(shown);
}

import { EntityPage, PassagePage } from '@earmark/contracts/mentions';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { audio } from '../audio/audio.fixtures.ts';
import { highlights, isRowInView, pressInPlace, rows as segments } from '../episodes/episode.fixtures.ts';
import { shownTime } from '../kit/shown-time.ts';
import { appears, textsOf, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();
const SLUG = 'new-york';
const PATH = `/entities/${SLUG}`;

it('shows the totals of an entity by podcast and by speaker, and over time', async () => {
  const page = await site.open(PATH);
  const { entity, mentions, episodes, podcasts, speakers } = await read();
  await it.step('shows name, kind and totals', async () => {
    await page.getByRole('heading', { level: 1, name: entity.name }).waitFor();
    const main = page.getByRole('main');
    await expect(main).toContainText(entity.type);
    await expect(main).toContainText(`${mentions} mentions in ${episodes} episodes of ${podcasts.length} podcasts`);
    expect(podcasts.reduce((sum, { count }) => sum + count, 0)).toBe(mentions);
    expect(await textsOf(page.getByRole('region', { name: 'By podcast' }).getByRole('listitem'))).toEqual(
      podcasts.map(
        ({ name, count, episodes: times }) =>
          `${name} ${count} ${count === 1 ? 'mention' : 'mentions'} in ${times} ${times === 1 ? 'episode' : 'episodes'}`,
      ),
    );
    const bySpeaker = page.getByRole('region', { name: 'By speaker' });
    await expect(bySpeaker.getByRole('listitem')).toHaveCount(8);
    await bySpeaker.getByRole('button', { name: `Show all ${speakers.length}` }).click();
    await expect(bySpeaker.getByRole('listitem')).toHaveCount(speakers.length);
    expect(await page.title()).toContain(entity.name);
  });

  await it.step('has its numbers over time as a chart and as a table, per hour and raw', async () => {
    const chart = page.getByRole('region', { name: 'Mentions over time', exact: true });
    const bars = chart.locator('svg[aria-hidden] rect');
    await bars.first().waitFor({ state: 'attached' });
    const heights = () => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('height')));
    const perHour = await heights();
    await chart.getByRole('radio', { name: 'Raw count' }).check();
    await chart.getByText('Mentions in episodes published in that time, however much was published.').waitFor();
    expect(await heights()).not.toEqual(perHour);
    await chart.getByRole('radio', { name: 'Table' }).check();
    const table = chart.getByRole('table');
    const cells = await textsOf(table.locator('tbody tr td:nth-of-type(1)'));
    expect(cells.reduce((sum, cell) => sum + (Number.parseInt(cell, 10) || 0), 0)).toBe(mentions);
    expect(await textsOf(table.getByRole('columnheader'))).toEqual(['Published', 'Mentions', 'Hours', 'Per hour']);
    await chart.getByRole('radio', { name: 'Chart' }).check();
    await bars.first().waitFor({ state: 'attached' });
  });
});

it('lists every passage, plays one on the spot, narrows them to a podcast, and leads to the transcript', async () => {
  const page = await site.open(PATH);
  const { mentions } = await readPassages();
  await it.step('lists every passage with the words marked', async () => {
    await passages(page).first().waitFor();
    // Rows out of sight are not laid out, so that they have no inner text.
    const texts = await passages(page).allTextContents();
    expect(texts.length).toBe(mentions.length);
    mentions.forEach(({ text, speaker, startMs }, index) => {
      for (const part of [text, speaker, shownTime(startMs)]) expect(texts[index]).toContain(part);
    });
    expect(new Set(await passages(page).locator('mark').allTextContents())).toEqual(new Set(['New York']));
  });

  await it.step('plays a passage on the spot', async () => {
    const heard = mentions.find(({ audioUrl }) => audioUrl !== null);
    await passages(page)
      .getByRole('button', { name: `Play from ${shownTime(heard?.startMs)}` })
      .first()
      .click();
    const playing = page.getByRole('region', { name: 'Now playing' });
    await playing.getByRole('link', { name: heard?.episodeTitle }).waitFor();
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan((heard?.startMs ?? 0) / 1000);
      },
    );
    expect(new URL(page.url()).pathname).toBe(PATH);
  });

  await it.step('is narrowed to one podcast, which is kept in the address', async () => {
    const [podcast] = (await read()).podcasts;
    const narrowed = () =>
      eventually(
        () => passages(page).count(),
        (count) => expect(count).toBe(podcast?.count),
      );
    await page.getByRole('combobox', { name: 'Podcast', exact: true }).selectOption(podcast?.slug ?? '');
    await narrowed();
    expect(new URL(page.url()).searchParams.get('podcast')).toBe(podcast?.slug);
    await page.reload();
    await narrowed();
    await page.getByRole('combobox', { name: 'Podcast', exact: true }).selectOption('All podcasts');
    await eventually(
      () => passages(page).count(),
      (count) => expect(count).toBe(mentions.length),
    );
  });

  await it.step('leads to its place in the transcript', async () => {
    const [first] = mentions;
    await passages(page).first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: first?.episodeTitle }).waitFor();
    await page.getByRole('status').filter({ hasText: 'mentions' }).waitFor();
    const index = (await segments(page).allTextContents()).findIndex((text) => text.includes(first?.text ?? ''));
    await eventually(
      () => isRowInView(page, index),
      (isInView) => expect(isInView).toBe(true),
    );
    expect((await highlights(page)).current).toBeGreaterThan(0);
  });
});

it('is reached from the list of an episode and from what is marked there; no entity has another address', async () => {
  const page = await site.open('/podcasts/Marginalia/new-york-and-the-new-york-times?entity=New York');
  await pressInPlace(page.getByRole('link', { name: 'All mentions of Recife' }));
  await page.getByRole('heading', { level: 1, name: 'Recife' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /^New York and/ }).waitFor();
  await pressInPlace(page.getByRole('link', { name: 'New York', exact: true }));
  expect(await appears(page.getByRole('heading', { level: 1, name: 'New York', exact: true }))).toBe(true);
  for (const [what, slug, detail] of [
    ['a word', 'nobody', 'There is no entity "nobody".'],
    ['long', 'x'.repeat(3000), `There is no entity "${'x'.repeat(100)}".`],
  ] as const)
    await it.step(`says that no entity has this address: ${what}`, async () => {
      await page.goto(`/entities/${slug}`);
      const alert = page.getByRole('alert');
      await alert.getByRole('heading', { name: 'Error loading entity' }).waitFor();
      await expect(alert).toContainText(`404: ${detail}`);
    });
});

const read = () => site.product().read(`/api${PATH}`, EntityPage);

const readPassages = () => site.product().read(`/api${PATH}/mentions`, PassagePage);

const passages = (page: Page) =>
  page
    .getByRole('list', { name: 'Episodes with passages' })
    .getByRole('listitem')
    .filter({ hasNot: page.getByRole('heading') });

import { EntityPage, PassagePage } from '@earmark/contracts/mentions';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { audio } from '../audio/audio.fixtures.ts';
import { highlights, isRowInBox, rows as segments } from '../episodes/episode.fixtures.ts';
import { appears, failCalls, FAILURE, holdCalls, textsOf, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();
const SLUG = 'new-york';
const PATH = `/entities/${SLUG}`;
const CALL = new RegExp(`/api${PATH}$`);

it.describe('the page of an entity', () => {
  it('shows its name, kind and totals, by podcast and by speaker', async () => {
    const page = await site.open(PATH);
    const { entity, mentions, episodes, podcasts, speakers } = await read();
    await page.getByRole('heading', { level: 1, name: entity.name }).waitFor();
    const main = await page.getByRole('main').innerText();
    expect(main).toContain(entity.type);
    expect(main).toContain(`${mentions} mentions in ${episodes} episodes of ${podcasts.length} podcasts`);
    expect(podcasts.reduce((sum, { count }) => sum + count, 0)).toBe(mentions);
    expect(await textsOf(page.getByRole('region', { name: 'By podcast' }).getByRole('listitem'))).toEqual(
      podcasts.map(
        ({ name, count, episodes: times }) =>
          `${name} ${count} ${count === 1 ? 'mention' : 'mentions'} in ${times} ${times === 1 ? 'episode' : 'episodes'}`,
      ),
    );
    const bySpeaker = page.getByRole('region', { name: 'By speaker' });
    expect(await bySpeaker.getByRole('listitem').count()).toBe(8);
    await bySpeaker.getByRole('button', { name: `Show all ${speakers.length}` }).click();
    expect(await bySpeaker.getByRole('listitem').count()).toBe(speakers.length);
    expect(await page.title()).toContain(entity.name);
  });

  it('lists every passage with the words marked, and leads to its place in the transcript', async () => {
    const page = await site.open(PATH);
    const { mentions } = await readPassages();
    await passages(page).first().waitFor();
    // Rows out of sight are not laid out, so that they have no inner text.
    const texts = await passages(page).allTextContents();
    expect(texts.length).toBe(mentions.length);
    mentions.forEach(({ text, speaker, timeFormatted }, index) => {
      for (const part of [text, speaker, timeFormatted]) expect(texts[index]).toContain(part);
    });
    expect(new Set(await passages(page).locator('mark').allTextContents())).toEqual(new Set(['New York']));
    const [first] = mentions;
    await passages(page).first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: first?.episodeTitle }).waitFor();
    await page.getByRole('status').filter({ hasText: 'mentions' }).waitFor();
    const index = (await segments(page).allTextContents()).findIndex((text) => text.includes(first?.text ?? ''));
    await eventually(
      () => isRowInBox(page, index),
      (isInBox) => expect(isInBox).toBe(true),
    );
    expect((await highlights(page)).current).toBeGreaterThan(0);
  });

  it('plays a passage on the spot', async () => {
    const page = await site.open(PATH);
    const heard = (await readPassages()).mentions.find(({ audioUrl }) => audioUrl !== null);
    await passages(page)
      .getByRole('button', { name: `Play from ${heard?.timeFormatted}` })
      .first()
      .click();
    await page.getByRole('region', { name: 'Now playing' }).getByRole('link', { name: heard?.episodeTitle }).waitFor();
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan((heard?.startMs ?? 0) / 1000);
      },
    );
    expect(new URL(page.url()).pathname).toBe(PATH);
  });

  it('has its numbers over time as a chart and as a table, per hour and raw', async () => {
    const page = await site.open(PATH);
    const { mentions } = await read();
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

  it('is narrowed to one podcast, which is kept in the address', async () => {
    const page = await site.open(PATH);
    const [podcast] = (await read()).podcasts;
    await passages(page).first().waitFor();
    await page.getByRole('combobox', { name: 'Podcast' }).selectOption(podcast?.slug ?? '');
    await eventually(
      () => passages(page).count(),
      (count) => expect(count).toBe(podcast?.count),
    );
    expect(new URL(page.url()).searchParams.get('podcast')).toBe(podcast?.slug);
    await page.reload();
    await eventually(
      () => passages(page).count(),
      (count) => expect(count).toBe(podcast?.count),
    );
  });

  it('says that it is loading, why it failed, and loads on retry', async () => {
    const page = await (await site.visitor()).newPage();
    const letGo = await holdCalls(page, CALL);
    await page.goto(PATH);
    await page.getByRole('status').filter({ hasText: 'Loading entity' }).waitFor({ state: 'attached' });
    letGo();
    expect(await appears(passages(page).first())).toBe(true);
    const recover = await failCalls(page, CALL);
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading entity' }).waitFor();
    expect(await alert.innerText()).toContain(`503: ${FAILURE}`);
    await recover();
    await page.unroute(CALL);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await passages(page).first().waitFor();
  });

  it('says when no entity has its address', async () => {
    const page = await (await site.visitor()).newPage();
    for (const [what, slug, detail] of [
      ['a word', 'nobody', 'There is no entity "nobody".'],
      ['long', 'x'.repeat(3000), `There is no entity "${'x'.repeat(100)}".`],
    ] as const)
      await it.step(what, async () => {
        await page.goto(`/entities/${slug}`);
        const alert = page.getByRole('alert');
        await alert.getByRole('heading', { name: 'Error loading entity' }).waitFor();
        expect(await alert.innerText()).toContain(`404: ${detail}`);
      });
  });

  it('is reached from the list of an episode and from what is marked there', async () => {
    const page = await site.open('/podcasts/Marginalia/new-york-and-the-new-york-times?entity=New York');
    await page.getByRole('link', { name: 'All mentions of Recife' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recife' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'New York', exact: true }).click();
    expect(await appears(page.getByRole('heading', { level: 1, name: 'New York', exact: true }))).toBe(true);
  });
});

const read = () => site.product().read(`/api${PATH}`, EntityPage);

const readPassages = () => site.product().read(`/api${PATH}/mentions`, PassagePage);

const passages = (page: Page) =>
  page
    .getByRole('list', { name: 'Episodes with passages' })
    .getByRole('listitem')
    .filter({ hasNot: page.getByRole('heading') });

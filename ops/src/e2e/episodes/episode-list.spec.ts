import { EpisodeList } from '@earmark/contracts/episodes';
import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { startPublisher } from '../kit/publisher.fixtures.ts';
import { failCalls, FAILURE, holdCalls, textsOf, siteWith } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('sample');
const MANY = 53;
const CALL = /\/api\/episodes(\?|$)/;

it.describe('the list of all episodes', () => {
  it('has those with mentions, newest first, each a link to its page', async () => {
    const page = await site.open('/episodes');
    await rows(page).first().waitFor();
    const { episodes } = await list('');
    const texts = await textsOf(rows(page));
    expect(texts.length).toBe(episodes.length);
    episodes.forEach(({ title, podcastName, mentionsCount }, index) => {
      for (const part of [title, podcastName, `${mentionsCount} mention`]) expect(texts[index]).toContain(part);
    });
    const [, second] = episodes;
    await rows(page).nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: second?.title }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/podcasts/${second?.podcastSlug}/${second?.id}`);
  });

  it('is narrowed to a podcast and to a category, which are kept in the address', async () => {
    const page = await site.open('/episodes');
    const shows = async (query: string) => {
      const expected = (await list(query)).episodes.map(({ title }) => title);
      await eventually(
        () => titlesOf(page),
        (shown) => expect(shown).toEqual(expected),
      );
      expect(new URL(page.url()).search).toBe(query);

      return expected.length;
    };
    const all = await shows('');
    await choose(page, 'Podcast', 'Marginalia');
    const ofPodcast = await shows('?podcast=Marginalia');
    expect(ofPodcast).toBeLessThan(all);
    await choose(page, 'Podcast', 'All podcasts');
    await choose(page, 'Category', 'Comedy');
    expect(await shows('?category=comedy')).toBeGreaterThan(0);
    await page.goBack();
    await shows('');
    await page.goBack();
    await shows('?podcast=Marginalia');
    expect(await page.getByRole('combobox', { name: 'Podcast' }).inputValue()).toBe('Marginalia');
  });

  it('says that no episode passes the filters, and takes them away', async () => {
    const page = await site.open('/episodes?podcast=Marginalia&category=technology');
    await page.getByRole('heading', { name: 'No episodes found' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('says that there is no such podcast', async () => {
    const page = await site.open('/episodes?podcast=nobody');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading episodes' }).waitFor();
    expect(await alert.innerText()).toContain('404: There is no podcast "nobody".');
  });

  it('says that it is loading, why it failed, and loads on retry', async () => {
    const page = await (await site.visitor()).newPage();
    const letGo = await holdCalls(page, CALL);
    await page.goto('/episodes');
    await page.getByRole('status').filter({ hasText: 'Loading episodes' }).waitFor({ state: 'attached' });
    const recover = await failCalls(page, CALL);
    letGo();
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading episodes' }).waitFor();
    expect(await alert.innerText()).toContain(`503: ${FAILURE}`);
    await recover();
    await page.unroute(CALL);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
  });

  it('loads in pages of fifty, on demand, each episode once', async () => {
    await addEpisodes(MANY);
    const page = await site.open('/episodes?podcast=Longhaul');
    await eventually(
      () => rows(page).count(),
      (count) => expect(count).toBe(50),
    );
    await page.getByRole('button', { name: 'Load more' }).click();
    await eventually(
      () => rows(page).count(),
      (count) => expect(count).toBe(MANY),
    );
    expect(new Set(await titlesOf(page)).size).toBe(MANY);
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  });
});

/** Adds a podcast called Longhaul with so many episodes, each with one mention. */
async function addEpisodes(count: number): Promise<void> {
  const publisher = await startPublisher(count);
  try {
    const admin = await site.product().signIn();
    const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
    const entityTypeId = types.find(({ name }) => name === 'location')?.id;
    await admin.post('/api/admin/entity-patterns', {
      name: 'Tristan da Cunha',
      entityTypeId,
      caseSensitive: false,
      wholeWord: true,
    });
    const series = await publisher.addSeries(admin, 'Longhaul');
    const episodes = await publisher.addEpisodes(admin, series, count);
    await Promise.all(
      episodes.map((uuid, index) =>
        admin.post(
          `/api/admin/episodes/${uuid}/transcript-file`,
          Buffer.from(`WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ama>Day ${index + 1}: no Tristan da Cunha yet.\n`),
        ),
      ),
    );
  } finally {
    publisher.stop();
  }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Episodes', exact: true }).getByRole('listitem');

const titlesOf = (page: Page): Promise<(string | null | undefined)[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.querySelector('p')?.textContent));

const choose = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name }).selectOption({ label });

const list = (query: string) => site.product().read(`/api/episodes${query}`, EpisodeList);

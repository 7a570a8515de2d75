import { EpisodeList } from '@earmark/contracts/episodes';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

// What it shows while it loads, when that fails and when more is asked for: page-states.spec.tsx, more-button.spec.tsx.
it('the list of all episodes has those with mentions, newest first, narrowed to a podcast and a category', async () => {
  const page = await site.open('/episodes');
  await it.step('newest first, each a link to its page', async () => {
    await rows(page).first().waitFor();
    const { episodes } = await list('');
    // Before the first frame a row that need not be drawn yet has no rendered text.
    const texts = await rows(page).allTextContents();
    expect(texts.length).toBe(episodes.length);
    episodes.forEach(({ title, podcastName, mentionsCount }, index) => {
      for (const part of [title, podcastName, `${mentionsCount} mention`]) expect(texts[index]).toContain(part);
    });
    const [, second] = episodes;
    await rows(page).nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: second?.title }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/podcasts/${second?.podcastSlug}/${second?.id}`);
    await page.goBack();
  });
  await it.step('narrowed to a podcast and to a category, which are kept in the address', async () => {
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
    expect(await page.getByRole('combobox', { name: 'Podcast', exact: true }).inputValue()).toBe('Marginalia');
  });
  await it.step('says that no episode passes the filters, and takes them away', async () => {
    await page.goto('/episodes?podcast=Marginalia&category=technology');
    await page.getByRole('heading', { name: 'No episodes found' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows(page).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
  await it.step('says that there is no such podcast', async () => {
    await page.goto('/episodes?podcast=nobody');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading episodes' }).waitFor();
    await expect(alert).toContainText('404: There is no podcast "nobody".');
  });
});

const rows = (page: Page) => page.getByRole('list', { name: 'Episodes', exact: true }).getByRole('listitem');

const titlesOf = (page: Page): Promise<(string | null | undefined)[]> =>
  rows(page).evaluateAll((all) => all.map((row) => row.querySelector('p')?.textContent));

const choose = (page: Page, name: string, label: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption({ label });

const list = (query: string) => site.product().read(`/api/episodes${query}`, EpisodeList);

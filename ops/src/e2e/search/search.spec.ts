import { PodcastSearchAnswer, SeriesCard } from '@earmark/contracts/series';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { appears, textsOf, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();
const CALL = /\/api\/podcasts\/search\?/;

it.describe('the podcast search', () => {
  it('says where to start, shows what it finds, leads to the podcast, narrows and sorts', async () => {
    const page = await site.open('about:blank');
    await it.step(
      'says where to start, is filled by five quick picks, and asks nothing of the server before there is a text',
      async () => {
        let calls = 0;
        page.on('request', (request) => (calls += CALL.test(request.url()) ? 1 : 0));
        await page.goto('/search');
        await results(page).getByRole('heading', { name: 'Start searching for podcasts' }).waitFor();
        await field(page).fill('   ');
        await submit(page).click();
        expect(new URL(page.url()).search).toBe('');
        await results(page).getByRole('heading', { name: 'Start searching for podcasts' }).waitFor();
        expect(calls).toBe(0);
        await it.step('five quick picks of names that are here', async () => {
          const picks = page.getByRole('list', { name: 'Quick picks' }).getByRole('button');
          const names = (await site.product().read('/api/dashboard/podcast-series', z.array(SeriesCard))).map(
            ({ name }) => name,
          );
          await eventually(
            () => textsOf(picks),
            (texts) => {
              expect(texts.length).toBe(5);
              expect(names).toContain(texts[0]);
            },
          );
          const [name = ''] = await textsOf(picks);
          await picks.first().click();
          expect(await field(page).inputValue()).toBe(name);
          expect(new URL(page.url()).search).toBe('');
          await page.keyboard.press('Enter');
          expect(await appears(rows(page).getByRole('heading', { name }))).toBe(true);
        });
        await it.step('an address with the text alone while the filters stand at their defaults', async () => {
          await page.goto('/search');
          await field(page).fill(' marginalia ');
          await field(page).press('Enter');
          await results(page).getByRole('heading', { name: '1 result for "marginalia"' }).waitFor();
          expect(new URL(page.url()).search).toBe('?q=marginalia');
        });
        await it.step('from the header of every page', async () => {
          await page.goto('/help');
          const search = page.getByRole('banner').getByRole('combobox');
          await search.fill('marginalia');
          await search.press('Enter');
          await results(page).getByRole('heading', { name: '1 result for "marginalia"' }).waitFor();
          expect(new URL(page.url()).pathname).toBe('/search');
        });
      },
    );

    await it.step('shows what it finds, and leads to the podcast; says what to do when nothing is found', async () => {
      await page.goto('/search?q=people');
      const { results: found, total } = await ask('q=people');
      expect(total).toBeGreaterThan(1);
      await results(page)
        .getByRole('heading', { name: `${total} results for "people"` })
        .waitFor();
      const texts = await textsOf(rows(page));
      expect(texts.length).toBe(found.length);
      found.forEach(({ name, host, episodeCount, categories, description }, index) => {
        for (const part of [name, host ?? '', description ?? '', `${episodeCount} episodes`]) {
          expect(texts[index]).toContain(part);
        }
        for (const category of categories)
          expect(texts[index]).toContain(category.replace('PODCASTSERIES_', '').toLowerCase().replaceAll('_', ' '));
      });
      const [first] = found;
      const link = rows(page).first().getByRole('link');
      expect(await link.getAttribute('href')).toBe(`/podcast/${first?.uuid}`);
      await link.click();
      expect(await appears(page.getByRole('heading', { level: 1, name: first?.name }))).toBe(true);
      await it.step('nothing is found', async () => {
        await page.goto('/search?q=qqzzx');
        await results(page).getByRole('heading', { name: 'No results found' }).waitFor();
        expect(
          await appears(
            results(page).getByText("Try adjusting your search or filters to find what you're looking for.", {
              exact: true,
            }),
          ),
        ).toBe(true);
      });
    });

    await it.step(
      'narrows by category and language and sorts, all of it in the address and on the way back',
      async () => {
        await page.goto('/search?q=people');
        await rows(page).first().waitFor();
        await page.getByRole('combobox', { name: 'Category' }).selectOption('technology');
        await results(page).getByRole('heading', { name: '1 result for "people"' }).waitFor();
        expect(new URL(page.url()).search).toBe('?q=people&category=technology');
        expect(await textsOf(rows(page).getByRole('heading'))).toEqual(['Semicolon Weather']);
        await page.getByRole('combobox', { name: 'Language' }).selectOption('ja');
        await results(page).getByRole('heading', { name: 'No results found' }).waitFor();
        await page.getByRole('combobox', { name: 'Sort by' }).selectOption('popularity');
        await eventually(
          () => new URL(page.url()).search,
          (search) => expect(search).toBe('?q=people&category=technology&language=ja&sort=popularity'),
        );
        for (const [label, value] of [
          ['Category', 'all'],
          ['Language', 'all'],
        ] as const)
          await page.getByRole('combobox', { name: label }).selectOption(value);
        const popular = (await ask('q=people&sort=popularity')).results.map(({ name }) => name);
        await eventually(
          () => textsOf(rows(page).getByRole('heading')),
          (names) => expect(names).toEqual(popular),
        );
        expect(new URL(page.url()).search).toBe('?q=people&sort=popularity');
        await page.goBack();
        await results(page).getByRole('heading', { name: 'No results found' }).waitFor();
        expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('all');
        expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('ja');
        await it.step('clears the filters when nothing passes them', async () => {
          await page.goto('/search?q=people&language=ja&sort=popularity');
          await results(page).getByRole('link', { name: 'Clear filters' }).click();
          await rows(page).first().waitFor();
          expect(new URL(page.url()).search).toBe('?q=people&sort=popularity');
          expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('all');
        });
        await it.step('shows what the address says, and defaults for what it says wrongly', async () => {
          await page.goto('/search?q=people&category=technology&language=klingon&sort=episodes');
          await rows(page).first().waitFor();
          const chosen = async (name: string) => page.getByRole('combobox', { name }).inputValue();
          expect([await chosen('Category'), await chosen('Language'), await chosen('Sort by')]).toEqual([
            'technology',
            'all',
            'episodes',
          ]);
          expect(await field(page).inputValue()).toBe('people');
        });
      },
    );
  });
});

const field = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search by podcast name, host, or description...', exact: true });

const submit = (page: Page) =>
  page.getByRole('search', { name: 'Podcasts' }).getByRole('button', { name: 'Search', exact: true });

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

const rows = (page: Page) =>
  page
    .getByRole('list', { name: 'Podcasts', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

const ask = (query: string) => site.product().read(`/api/podcasts/search?${query}`, PodcastSearchAnswer);

import { DashboardEpisode } from '@earmark/contracts/episodes';
import { RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import { expect, it } from '../kit/test.ts';
import { z } from 'zod';
import { appears, failCalls, FAILURE, holdCalls, textsOf, sampleSite } from '../kit/site.fixtures.ts';

const site = sampleSite();
const SERIES = /\/api\/dashboard\/podcast-series$/;
const EPISODES = /\/api\/dashboard\/recent-episodes$/;

it.describe('the podcast series', () => {
  it('are cards, most episodes first, with name, host and number of episodes, that lead to the podcast', async () => {
    const page = await site.open('/');
    const cards = page.getByRole('list', { name: 'Podcast series' }).getByRole('listitem');
    await cards.first().waitFor();
    const series = await listSeries();
    expect(series.map(({ episodeCount }) => episodeCount)).toEqual(
      series.map(({ episodeCount }) => episodeCount).toSorted((one, other) => other - one),
    );
    expect(await textsOf(cards)).toEqual(
      series.map(({ name, host, episodeCount }) => `${name} ${host} ${episodeCount} episodes`),
    );
    await cards.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: series[0]?.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/podcasts/${series[0]?.slug}`);
  });

  it('are three placeholders until they have come', async () => {
    const page = await (await site.visitor()).newPage();
    const letGo = await holdCalls(page, SERIES);
    await page.goto('/');
    const words = page.getByRole('status').filter({ hasText: 'Loading podcast series' });
    await words.waitFor({ state: 'attached' });
    expect(await words.locator('xpath=following-sibling::*').count()).toBe(3);
    letGo();
    await page.getByRole('list', { name: 'Podcast series' }).waitFor();
    expect(await words.count()).toBe(0);
  });

  it('say why they failed, and load on retry', async () => {
    const page = await (await site.visitor()).newPage();
    const recover = await failCalls(page, SERIES);
    await page.goto('/');
    const alert = page.getByRole('region', { name: 'Podcast Series' }).getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading podcast series' }).waitFor();
    expect(await alert.textContent()).toContain(`503: ${FAILURE}`);
    await recover();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Podcast series' }).waitFor();
  });
});

it.describe('the recent episodes with mentions', () => {
  it('are the rows that the server lists, and lead to the episode', async () => {
    const page = await site.open('/');
    const rows = page.getByRole('list', { name: 'Recent episodes' }).getByRole('listitem');
    await rows.first().waitFor();
    const episodes = await site.product().read('/api/dashboard/recent-episodes', z.array(DashboardEpisode));
    const texts = await textsOf(rows);
    expect(texts.length).toBe(episodes.length);
    episodes.forEach(({ title, podcastName, mentionsCount }, index) => {
      for (const part of [title, podcastName, `${mentionsCount} mention`, 'Transcript'])
        expect(texts[index]).toContain(part);
    });
    expect(await rows.first().getByRole('time').textContent()).toMatch(/ago|in |now|yesterday|last/i);
    await rows.nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: episodes[1]?.title }).waitFor();
  });

  it('lead to all episodes', async () => {
    const page = await site.open('/');
    await page.getByRole('link', { name: 'View All' }).click();
    await page.waitForURL('**/episodes');
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });

  it('say that they are loading', async () => {
    const page = await (await site.visitor()).newPage();
    const letGo = await holdCalls(page, EPISODES);
    await page.goto('/');
    await page.getByRole('status').filter({ hasText: 'Loading recent episodes' }).waitFor({ state: 'attached' });
    letGo();
    expect(await appears(page.getByRole('list', { name: 'Recent episodes' }))).toBe(true);
  });

  it('say why they cannot be shown', async () => {
    const page = await (await site.visitor()).newPage();
    await failCalls(page, EPISODES);
    await page.goto('/');
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'Error loading recent episodes' }).waitFor();
    expect(await alert.textContent()).toContain(`503: ${FAILURE}`);
  });
});

it.describe('the recent podcasts in the sidebar', () => {
  it('say that they are loading, then link each podcast with the number of its episodes', async () => {
    const page = await (await site.visitor()).newPage();
    const letGo = await holdCalls(page, /\/api\/podcasts\/recent$/);
    await page.goto('/');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByText('Loading podcasts...').waitFor();
    letGo();
    const rows = navigation.getByRole('list', { name: 'Recent podcasts' }).getByRole('listitem');
    await rows.first().waitFor();
    const podcasts = await site.product().read('/api/podcasts/recent', z.array(RecentPodcast));
    expect(await textsOf(rows)).toEqual(podcasts.map(({ name, episodeCount }) => `${name} ${episodeCount} episodes`));
  });
});

const listSeries = () => site.product().read('/api/dashboard/podcast-series', z.array(SeriesCard));

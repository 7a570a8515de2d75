import { DashboardEpisode } from '@earmark/contracts/episodes';
import { RecentPodcast, SeriesCard } from '@earmark/contracts/series';
import { expect, it } from '../kit/test.ts';
import { z } from 'zod';
import { textsOf, sampleSite } from '../kit/site.fixtures.ts';

// What it shows while it loads and when that fails: page-states.spec.tsx.
const site = sampleSite();

it('the dashboard shows series, recent episodes and recent podcasts as the server lists them, and leads to each', async () => {
  const page = await site.open('/');
  await it.step('cards of the series, most episodes first, with name, host and number of episodes', async () => {
    const cards = page.getByRole('list', { name: 'Podcast series' }).getByRole('listitem');
    await cards.first().waitFor();
    const series = await site.product().read('/api/dashboard/podcast-series', z.array(SeriesCard));
    const counts = series.map(({ episodeCount }) => episodeCount);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    expect(await textsOf(cards)).toEqual(
      series.map(({ name, host, episodeCount }) => `${name} ${host} ${episodeCount} episodes`),
    );
    await cards.first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: series[0]?.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/podcasts/${series[0]?.slug}`);
    await page.goBack();
  });
  await it.step('the recent podcasts in the sidebar, with the number of their episodes', async () => {
    const rows = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('list', { name: 'Recent podcasts' })
      .getByRole('listitem');
    await rows.first().waitFor();
    const podcasts = await site.product().read('/api/podcasts/recent', z.array(RecentPodcast));
    expect(await textsOf(rows)).toEqual(podcasts.map(({ name, episodeCount }) => `${name} ${episodeCount} episodes`));
  });
  await it.step('the recent episodes with mentions', async () => {
    const rows = page.getByRole('list', { name: 'Recent episodes' }).getByRole('listitem');
    await rows.first().waitFor();
    const episodes = await site.product().read('/api/dashboard/recent-episodes', z.array(DashboardEpisode));
    const texts = await textsOf(rows);
    expect(texts.length).toBe(episodes.length);
    episodes.forEach(({ title, podcastName, mentionsCount }, index) => {
      for (const part of [title, podcastName, `${mentionsCount} mention`, 'Transcript'])
        expect(texts[index]).toContain(part);
    });
    await expect(rows.first().getByRole('time')).toHaveText(/ago|in |now|yesterday|last/i);
    await rows.nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: episodes[1]?.title }).waitFor();
    await page.goBack();
  });
  await it.step('all episodes', async () => {
    await page.getByRole('link', { name: 'View All' }).click();
    await page.waitForURL('**/episodes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });
});

import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Administrator } from '../kit/product.ts';
import { episodeOf, startPublisher } from '../kit/publisher.fixtures.ts';
import type { Publisher } from '../kit/publisher.fixtures.ts';
import { appears, failCalls, followsFeed, textsOf, siteWith } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = siteWith('empty');
let publisher: Publisher;
let admin: Administrator;

it.beforeAll(async () => {
  publisher = await startPublisher();
  admin = await site.product().signIn();
});
it.afterAll(() => publisher.stop());

const TRANSCRIPT = Buffer.from(`WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ama Quaye>Good evening from Kumasi.

00:00:04.500 --> 00:00:08.000
<v Kofi>In Kumasi nobody is asleep.

00:00:08.500 --> 00:00:12.000
<v Ama Quaye>Then let us begin.
`);

it('says what is missing, and shows series, episodes, mentions and transcripts as they come, without a reload', async () => {
  const page = await site.open('about:blank');
  await it.step(
    'an empty library says so on the dashboard, in the sidebar and on the list of all episodes',
    async () => {
      await page.goto('/');
      await page.getByRole('region', { name: 'Podcast Series' }).getByText('No podcast series found').waitFor();
      await page.getByText('No episodes with mentions yet').waitFor();
      expect(await appears(page.getByRole('navigation', { name: 'Main' }).getByText('No podcasts yet.'))).toBe(true);
      await page.goto('/episodes');
      await page.getByRole('heading', { name: 'No episodes with mentions yet' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Search podcasts' }).click();
      expect(await appears(page.getByRole('heading', { name: 'Start searching for podcasts' }))).toBe(true);
    },
  );

  await it.step('shows the series, its episodes and their mentions as they come, without a reload', async () => {
    await page.goto('/');
    await page.getByText('No podcast series found').waitFor();
    await stayOpen(page);
    const seriesUuid = await publisher.addSeries(admin, 'Night Desk');
    const cards = page.getByRole('list', { name: 'Podcast series' }).getByRole('listitem');
    // Without an image a card shows the first letter of the name.
    await eventually(
      () => textsOf(cards),
      (texts) => expect(texts).toEqual(['N Night Desk Ama Quaye 0 episodes']),
    );
    await mention('Kumasi');
    await upload(await publisher.addEpisode(admin, seriesUuid));
    await eventually(
      () => textsOf(cards),
      (texts) => expect(texts).toEqual(['N Night Desk Ama Quaye 1 episode']),
    );
    const rows = page.getByRole('list', { name: 'Recent episodes' }).getByRole('listitem');
    await eventually(
      () => textsOf(rows),
      ([row]) => expect(row).toMatch(/Night Desk, the first night .* 2 mentions/),
    );
    await page
      .getByRole('list', { name: 'Recent podcasts' })
      .getByRole('link', { name: /^Night Desk/ })
      .waitFor();
    expect(await stayedOpen(page)).toBe(true);
  });

  await it.step('shows the episode of a podcast that had none', async () => {
    const seriesUuid = await publisher.addSeries(admin, 'Late Shift');
    await page.goto(`/podcasts/${seriesUuid}`);
    await page.getByRole('heading', { name: 'No episodes found' }).waitFor();
    await page
      .getByText("We couldn't find any episodes for this podcast. Please sync episodes first.", { exact: true })
      .waitFor();
    await stayOpen(page);
    await publisher.addEpisode(admin, seriesUuid);
    await page.getByRole('list', { name: 'Episodes', exact: true }).getByText(episodeOf('Late Shift')).waitFor();
    expect(await stayedOpen(page)).toBe(true);
  });

  await it.step('shows the transcript that was missing', async () => {
    const seriesUuid = await publisher.addSeries(admin, 'Small Hours');
    const episodeUuid = await publisher.addEpisode(admin, seriesUuid);
    await page.goto(`/podcasts/${seriesUuid}/${episodeUuid}`);
    await page.getByRole('heading', { name: 'Transcript Not Available' }).waitFor();
    await page
      .getByText("This episode's transcript is not yet available. Please try again later or check a different episode.")
      .waitFor();
    await page.getByRole('complementary', { name: 'Entities Mentioned (0)' }).waitFor();
    await page.getByText('No entities found in this episode.').waitFor();
    await stayOpen(page);
    await upload(episodeUuid);
    await page.getByRole('heading', { name: 'Complete Transcript (3 segments)' }).waitFor();
    expect(await stayedOpen(page)).toBe(true);
  });
});

it.describe('the live feed', () => {
  it('shows a visitor, newest first, what an administrator does, without the name, and leads there', async () => {
    const page = await site.open('/help');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const panel = page.getByRole('region', { name: 'Live activity' });
    await panel.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await panel.getByText('Nothing has happened yet').waitFor();
    const seriesUuid = await publisher.addSeries(admin, 'Dawn Chorus');
    await upload(await publisher.addEpisode(admin, seriesUuid));
    const lines = panel.getByRole('list', { name: 'Live feed' }).getByRole('listitem');
    await eventually(
      () => textsOf(lines),
      (texts) => {
        expect(texts.map((text) => text.split('. ')[0])).toEqual([
          'The transcript of “Dawn Chorus, the first night” was added',
          'Episode “Dawn Chorus, the first night” was added',
          'Dawn Chorus was added',
        ]);
        expect(texts.join(' ')).toContain('admin ·');
      },
    );
    await lines.last().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Dawn Chorus' }).waitFor();
    expect(await panel.isVisible()).toBe(false);
    await publisher.addSeries(admin, 'Milk Round');
    await page.getByRole('button', { name: 'Notifications, new activity' }).waitFor();
    await bell.click();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('says when there is no connection, and shows what was missed when it is back', async () => {
    const page = await (await site.visitor()).newPage();
    await page.clock.install();
    const recover = await failCalls(page, /\/api\/events$/);
    await page.goto('/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const state = page.getByRole('region', { name: 'Live activity' }).getByRole('status');
    await state.filter({ hasText: 'Offline' }).waitFor();
    await showsSeries(page);
    await publisher.addSeries(admin, 'Power Cut');
    const card = page.getByRole('list', { name: 'Podcast series' }).getByText('Power Cut', { exact: true });
    expect(await card.count()).toBe(0);
    await recover();
    // The longest that it waits before it tries again.
    await page.clock.fastForward(60_000);
    await state.filter({ hasText: 'Live' }).waitFor();
    await card.waitFor({ state: 'attached' });
  });

  it('misses nothing when the very first connection fails', async () => {
    const page = await (await site.visitor()).newPage();
    await page.clock.install();
    const feed = /\/api\/events$/;
    await page.route(feed, (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await showsSeries(page);
    const refused = page.waitForEvent('requestfailed', (request) => feed.test(request.url()));
    await publisher.addSeries(admin, 'Cold Start');
    await refused;
    await page.unroute(feed);
    await page.clock.fastForward(60_000);
    const card = page.getByRole('list', { name: 'Podcast series' }).getByText('Cold Start', { exact: true });
    await card.waitFor({ state: 'attached' });
    await expect(card).toHaveCount(1);
  });
});

const upload = (episodeUuid: string): Promise<void> =>
  admin.post(`/api/admin/episodes/${episodeUuid}/transcript-file`, TRANSCRIPT);

/** Lets the vocabulary know a place of this name. */
async function mention(name: string): Promise<void> {
  const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
  const entityTypeId = types.find((type) => type.name === 'location')?.id;
  await admin.post('/api/admin/entity-patterns', { name, entityTypeId, caseSensitive: false, wholeWord: true });
}

/** Waits until the dashboard shows what series there are: a failed test leaves an empty library to those after it. */
const showsSeries = (page: Page): Promise<void> =>
  page.getByRole('list', { name: 'Podcast series' }).or(page.getByText('No podcast series found')).waitFor();

/** Waits until the live feed is connected, and leaves a marker in the page that a reload would lose. */
async function stayOpen(page: Page): Promise<void> {
  await followsFeed(page);
  await page.evaluate(() => Object.assign(window, { staysOpen: true }));
}

const stayedOpen = (page: Page): Promise<boolean> => page.evaluate(() => 'staysOpen' in window);

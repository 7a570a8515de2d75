import { DirectoryEpisodesAnswer, SearchSeriesAnswer } from '@earmark/contracts/series';
import type { Locator, Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { followsFeed, siteWithStubs, textsOf } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';

const site = siteWithStubs('empty');
const EPISODES = 6;
const BATCH = [3, 4, 5, 6];
/** Long enough for a page to be opened meanwhile. */
const SLOW_MS = 3000;

/** Of the show, and of its episodes by number. */
let podcastId = '';
const uuids = new Map<number, string>();

it.beforeAll(async () => {
  const stubs = site.stubs();
  const [demo] = stubs.shows;
  demo!.episodes = EPISODES;
  demo!.transcribed = EPISODES;
  const admin = await site.product().signIn();
  const search = `/api/admin/search-series?${new URLSearchParams({ q: `${stubs.url}${demo!.feedPath}` })}`;
  const [series] = (await admin.read(search, SearchSeriesAnswer)).results;
  await admin.post('/api/admin/add-series', { podcastData: series! });
  const found = await admin.read(
    `/api/admin/rss/episodes/${series!.uuid}?limit=${EPISODES}&offset=0`,
    DirectoryEpisodesAnswer,
  );
  podcastId = found.podcastInfo.id ?? '';
  // Else they would come with their transcripts.
  stubs.fail('/transcripts/*', { status: 404 });
  for (const episode of found.episodes) {
    await admin.post('/api/admin/add-episode', { episodeData: { ...episode }, podcastId });
    uuids.set(Number(/\d+$/.exec(episode.name)?.[0]), episode.uuid);
  }
  stubs.fail('/transcripts/*', null);
});

it('starts a run by the keyboard alone, and shows it whole to the end, also to a late viewer', async () => {
  site.stubs().fail('/transcripts/1.vtt', { delayMs: SLOW_MS, times: 1 });
  const page = await site.openAs('admin', '/admin/episodes');
  await it.step('starts it', async () => {
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await expectNoFaults(page, 'main', { isState: true });
    await page.getByRole('textbox', { name: 'Episode UUID' }).focus();
    await page.keyboard.type(uuids.get(1)!);
    await page.keyboard.press('Tab');
    await page.keyboard.type(podcastId);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Run 1 of Episode 1' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All runs');
  });
  const late = await site.openAs('admin', new URL(page.url()).search.replace(/^/, '/admin/episodes'));
  for (const viewer of [page, late])
    await it.step(viewer === page ? 'follows it' : 'catches up', async () => {
      await lines(viewer).getByText('Clear existing data has begun').waitFor();
      await viewer.getByText('Completed', { exact: true }).first().waitFor();
      await lines(viewer).getByText('The run was completed').waitFor();
      const steps = viewer.getByRole('list', { name: 'Steps' }).getByRole('listitem');
      await expect(steps.filter({ hasText: /\d s$/ })).toHaveCount(9);
    });
  await it.step('both see the same lines, each once', async () => {
    await page.getByRole('button', { name: /^(Expand|Collapse) all$/ }).waitFor();
    for (const viewer of [page, late])
      if ((await viewer.getByRole('button', { name: 'Expand all' }).count()) > 0)
        await viewer.getByRole('button', { name: 'Expand all' }).click();
    const seen = await textsOf(lines(page));
    expect(await textsOf(lines(late))).toEqual(seen);
    expect(seen[0]?.match(/Clear existing data has begun/g)).toHaveLength(1);
  });
  await expectNoFaults(page, 'main');
  await late.goto('/podcasts/DemoShow/episode-1');
  await late.getByRole('list', { name: 'Segments' }).waitFor();
});

it('says on the reading page what became of a run, and retries it from the step that failed', async () => {
  site.stubs().fail('/transcripts/2.vtt', { status: 403 });
  site.stubs().fail('/transcripts/2.json', { status: 403 });
  const reader = await site.open('/podcasts/DemoShow/episode-2');
  await reader.getByText('Not transcribed yet.').waitFor();
  await followsFeed(reader);
  const page = await site.openAs('admin', '/podcasts/DemoShow');
  await it.step('fails', async () => {
    await page.getByRole('button', { name: 'Process: Episode 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Process: “Episode 2”' });
    await dialog.getByText('1 episode: all nine steps run, 0 to 8.').waitFor();
    await expectNoFaults(page, '[role=dialog]', { isState: true });
    await dialog.getByRole('button', { name: 'Process' }).click();
    await page.getByText('The episode was queued.').waitFor();
    await reader.getByText('The publisher does not permit its transcription.').waitFor();
    expect(await reader.getByRole('link', { name: 'Runs of this episode' }).count()).toBe(0);
  });
  await it.step('is found from the episode, with the failed step open', async () => {
    await page.getByRole('link', { name: 'Episode 2' }).click();
    await page.getByRole('link', { name: 'Runs of this episode' }).click();
    await page.getByRole('link', { name: 'Episode 2' }).click();
    await lines(page)
      .getByText(/requires a password or blocks/)
      .waitFor();
    expect(await lines(page).getByText('Clear existing data has begun').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('clear existing');
    await lines(page).getByText('Clear existing data has begun').waitFor();
    await expectNoFaults(page, 'main');
  });
  await it.step('succeeds', async () => {
    site.stubs().fail('/transcripts/2.vtt', null);
    site.stubs().fail('/transcripts/2.json', null);
    await page.getByRole('button', { name: 'Retry from step 1' }).click();
    await lines(page).getByText('The run was completed').waitFor();
    await page.getByText('attempt 2', { exact: true }).waitFor();
    await reader.getByRole('list', { name: 'Segments' }).waitFor();
  });
});

it('processes what is selected as a batch, and cancels it', async () => {
  site.stubs().fail('/transcripts/*', { delayMs: 60_000 });
  const page = await site.openAs('admin', '/admin/episodes?tab=to-process');
  await it.step('queues four, the oldest first', async () => {
    for (const number of BATCH) await page.getByRole('checkbox', { name: `Select Episode ${number}` }).check();
    await page.getByRole('region', { name: 'Process selected' }).getByText('Oldest first').click();
    await expectNoFaults(page, 'main');
    await page.getByRole('button', { name: 'Process selected (4)' }).click();
    await page.getByRole('article', { name: 'Batch of 4 episodes' }).waitFor();
    await page.getByRole('radio', { name: 'Running 2' }).waitFor();
    const runs = page.getByRole('list', { name: 'Runs', exact: true }).getByRole('heading');
    expect((await textsOf(runs)).slice(2)).toEqual(['Episode 5', 'Episode 6']);
    await expectNoFaults(page, 'main');
  });
  await it.step('cancels all, once their number is confirmed', async () => {
    await page.getByRole('button', { name: 'Cancel 4 queued and running' }).click();
    // It does not stay, and may come before the numbers do.
    const ended = page.getByText('The batch has ended').waitFor();
    await page.getByRole('button', { name: 'Cancel 4 runs' }).click();
    await page.getByRole('radio', { name: 'Cancelled 4' }).waitFor();
    await ended;
    await page.getByRole('tab', { name: 'Episodes to Process' }).click();
    for (const number of BATCH) await page.getByRole('checkbox', { name: `Select Episode ${number}` }).waitFor();
  });
  await it.step('has it all in the history', async () => {
    await page.getByRole('tab', { name: 'Processing History' }).click();
    const done = page.getByRole('article', { name: 'Episode 1', exact: true });
    await done.getByText('9 of 9').waitFor();
    await done.getByRole('button', { name: 'Step details' }).click();
    await done.getByRole('list', { name: 'Steps' }).getByText('Speaker mapping').waitFor();
    await expectNoFaults(page, 'main');
  });
});

const lines = (page: Page): Locator => page.getByRole('region', { name: 'Lines of the log' });

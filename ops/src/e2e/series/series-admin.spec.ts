import { DirectoryEpisodesAnswer, SearchSeriesAnswer, type DirectorySeries } from '@earmark/contracts/series';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { siteWithStubs, textsOf } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';

const site = siteWithStubs('empty');

it('finds a podcast by the keyboard alone, adds it and its episodes, and opens it', async () => {
  const page = await site.openAs('admin', '/admin/series');
  await it.step('searches a directory', async () => {
    await tabTo(page, 'Podcast name or feed address');
    await page.keyboard.type('demo');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Demo Show' }).waitFor();
    expect(page.url()).toContain('?q=demo');
    await expectNoFaults(page, 'main');
  });

  await it.step('adds the podcast, whose episodes are then shown', async () => {
    await press(page, 'Add Series Demo Show');
    await page.getByRole('heading', { name: '23 episodes' }).waitFor();
    await page.getByText('"Demo Show" was added.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Back to Search');
  });

  await it.step('adds an episode', async () => {
    await press(page, 'Add Episode Episode 23');
    await page.getByRole('article', { name: 'Episode 23' }).getByText('Already Added').waitFor();
    await press(page, 'Load More Episodes');
    await page.getByRole('article', { name: 'Episode 4', exact: true }).waitFor();
    await expectNoFaults(page, 'main', { exclude: ['[aria-label="Episodes"] > :nth-child(n + 4)'] });
  });

  await it.step('adds the newest ten, which a reload finds again', async () => {
    await tabTo(page, 'Add the newest 10', 'Shift+Tab');
    await page.keyboard.press('Enter');
    const addition = page.getByRole('article', { name: 'Episodes of Demo Show' });
    await addition.getByText('9 added · 1 already here').waitFor();
    await addition.getByText('Done').waitFor();
    await page.getByRole('article', { name: 'Episode 14' }).getByText('Already Added').waitFor();
    await page.reload();
    await addition.getByText('9 added · 1 already here').waitFor();
    await expectNoFaults(page, '[aria-label="Additions"]');
  });

  await it.step('opens it', async () => {
    await tabTo(page, 'Open podcast');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Demo Show', level: 1 }).waitFor();
    expect(await textsOf(page.getByRole('list', { name: 'Episodes' }).getByRole('heading'))).toHaveLength(10);
  });
});

it('uploads a transcript that is previewed first, and removes an episode and brings it back', async () => {
  await addKitchen();
  const page = await site.openAs('admin', '/podcasts/DemoKitchen');
  const dialog = page.getByRole('dialog', { name: 'Upload transcript' });
  await it.step('from the list', async () => {
    await page.getByRole('button', { name: 'Upload transcript of Episode 7' }).click();
    await choose(page, 'Choose a file', 'one.srt', SUBRIP);
    await dialog.getByText('SubRip · 4 segments · 2 speakers').waitFor();
    expect(await textsOf(dialog.getByRole('list', { name: 'Speakers' }).getByRole('listitem'))).toEqual(['Ann', 'Bob']);
    await expectNoFaults(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Record transcript' }).click();
    await page.getByText('4 segments, 2 speakers.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Episode 7' })
      .getByText('Transcript', { exact: true })
      .waitFor();
  });

  await it.step('in edit mode', async () => {
    await page.getByRole('link', { name: 'Episode 7' }).click();
    await page.getByRole('button', { name: 'Admin Edit' }).click();
    await page.getByRole('button', { name: 'Upload transcript' }).click();
    await choose(page, 'Choose a file', 'two.vtt', 'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Cem>Quite another text.');
    await dialog.getByText('It replaces the current transcript, which nobody has corrected.').waitFor();
    await dialog.getByRole('button', { name: 'Replace transcript' }).click();
    await page.getByText('Quite another text.').waitFor();
  });

  await it.step('removes the episode and brings it back', async () => {
    await page.getByRole('button', { name: 'Remove episode' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove “Episode 7”?' });
    await question.getByText(/^The episode and its transcript disappear from the site/).waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Demo Kitchen', level: 1 }).waitFor();
    const episode = page.getByRole('list', { name: 'Episodes' }).getByRole('heading', { name: 'Episode 7' });
    await episode.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await episode.waitFor();
    await episode.click();
    await page.getByText('Quite another text.').waitFor();
  });
});

it('refreshes a followed podcast, stops following it, removes it, and undoes both', async () => {
  const feedUrl = `${site.stubs().url}/feeds/many/1.xml`;
  await addSeries(feedUrl);
  const page = await site.openAs('admin', '/admin/series?tab=followed');
  const podcast = page.getByRole('article', { name: 'Feed 1' });
  const follow = podcast.getByRole('switch', { name: 'Follow Feed 1', checked: true });
  await it.step('refreshes it', async () => {
    await follow.waitFor();
    // Those that the feed had when it was added are for an admin to choose.
    site.stubs().manyEpisodes = 5;
    await podcast.getByRole('button', { name: 'Refresh Feed 1 now' }).click();
    await page.getByText('“Feed 1”: 2 new episodes added.').waitFor();
    await podcast.getByText('2 here, 5 in the feed').waitFor();
    await podcast.getByText('Up to date').waitFor();
    await expectNoFaults(page, 'main');
  });

  await it.step('stops following it', async () => {
    await follow.click();
    await page.getByText('“Feed 1” is not followed any more.').waitFor();
    site.stubs().manyEpisodes = 6;
    await podcast.getByRole('button', { name: 'Refresh Feed 1 now' }).click();
    await podcast.getByText('1 new', { exact: true }).waitFor();
    await podcast.getByRole('switch', { checked: false }).click();
    await page.getByText('“Feed 1” is followed now.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await podcast.getByRole('switch', { checked: false }).waitFor();
  });

  await it.step('removes it', async () => {
    await podcast.getByRole('button', { name: 'Remove Feed 1' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove “Feed 1”?' });
    await question.getByText(/^\d episodes disappear from the site\./).waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await podcast.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await podcast.waitFor();
  });
});

/** Adds the newest episode of a podcast that no other test uses. */
async function addKitchen(): Promise<void> {
  const { uuid } = await addSeries(`${site.stubs().url}/feeds/kitchen.xml`);
  const admin = await site.product().signIn();
  const path = `/api/admin/rss/episodes/${uuid}?limit=1&offset=0`;
  const { episodes, podcastInfo } = await admin.read(path, DirectoryEpisodesAnswer);
  await admin.post('/api/admin/add-episode', { episodeData: { ...episodes[0] }, podcastId: podcastInfo.id });
}

/** What the directory says of the podcast with this feed, which is then added. */
async function addSeries(feedUrl: string): Promise<DirectorySeries> {
  const admin = await site.product().signIn();
  const search = `/api/admin/search-series?${new URLSearchParams({ q: feedUrl })}`;
  const [series] = (await admin.read(search, SearchSeriesAnswer)).results;
  if (series === undefined) throw new Error(`there is no feed at ${feedUrl}`);
  await admin.post('/api/admin/add-series', { podcastData: series });

  return series;
}

async function choose(page: Page, button: string, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

const SUBRIP = ['Ann (host): Good morning.', 'Bob: Morning!', 'Ann: What do we cook?', 'Bob: Soup.']
  .map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`)
  .join('\n');

/** Presses Tab, or Shift and Tab, until the element with this accessible name has the focus. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: unknown[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const element = document.activeElement;

      return element?.getAttribute('aria-label') ?? element?.textContent;
    });
    if (focused === name) return;
    passed.push(focused);
  }
  throw new Error(`${MAX_TABS} tabs do not reach “${name}”: ${passed.join(', ')}`);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

const MAX_TABS = 100;

import type { Page } from 'playwright-core';
import { audio } from '../audio/audio.fixtures.ts';
import { readEpisode } from '../episodes/episode.fixtures.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('answers within what was chosen, cites what plays, and keeps the answer for who asked and whom it is shared with', async () => {
  const page = await site.open('/podcasts/TheLateCrossing', { reducedMotion: 'reduce' });
  const { episode, transcript } = await readEpisode(site);
  await it.step('opened from a podcast, it asks about that podcast, and then about one episode', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Ask Earmark' }).click();
    await page.getByText('The Late Crossing (2 episodes)').waitFor();
    await page.getByRole('button', { name: /^Select Specific Episodes/ }).click();
    await page.getByRole('checkbox', { name: episode.title }).check();
    await page.getByText('1 selected episode from 1 podcast').waitFor();
    await page.reload();
    await page.getByText('1 of 2 selected').waitFor();
  });

  await it.step('the keyboard alone asks, plays a citation and opens its transcript', async () => {
    await question(page).focus();
    await page.keyboard.type('Who said something about Guernsey?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Follow up' }).waitFor();
    const chips = page.getByRole('button', { name: /^Citation \d/ });
    expect(await chips.count()).toBeGreaterThan(1);
    // The first one is the question that is answered.
    await chips.nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Cited passage' }).waitFor();
    const cited = page.locator('[data-cited]');
    await cited.first().waitFor();
    const words = (await cited.allInnerTexts()).join('\n');
    expect(transcript.some(({ text }) => text.includes('Guernsey') && words.includes(text))).toBe(true);
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => expect(!paused && seconds > 10).toBe(true),
    );
    await expectNoFaults(page, 'main', { isState: true });
    await page.getByRole('button', { name: 'Close the passage' }).press('Enter');
  });

  await it.step('what nothing answers is said', async () => {
    await question(page).fill('How is a carburettor repaired on the moon?');
    await question(page).press('Enter');
    await page.getByText('Nothing in the selected episodes answers this.').waitFor();
  });

  await it.step('the answer has an address, which nobody else can read until it is shared', async () => {
    const answer = page.getByRole('article', { name: 'Who said something about Guernsey?' });
    const address = (await answer.getByRole('link').first().getAttribute('href')) ?? '';
    const stranger = await site.open(address);
    await stranger.getByRole('heading', { name: 'There is no such answer' }).waitFor();
    await answer.getByRole('button', { name: 'Share: copy a link' }).click();
    await answer.getByRole('button', { name: 'Stop sharing' }).waitFor();
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'Who said something about Guernsey?', level: 2 }).waitFor();
    expect(await stranger.getByRole('button', { name: 'Delete this answer' }).count()).toBe(0);
    const exported = await page.request.get(`/api${address}/markdown`);
    expect(await exported.text()).toContain(episode.title);
  });

  await it.step('it is among the own questions after a reload, and can be deleted', async () => {
    await page.reload();
    const own = page.getByRole('list', { name: 'Earlier questions' });
    await own.getByRole('link', { name: 'Who said something about Guernsey?' }).click();
    await page.getByRole('button', { name: 'Delete this answer' }).first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL('/ask-earmark');
    await own.getByRole('link').first().waitFor();
    expect(await own.getByRole('link', { name: 'Who said something about Guernsey?' }).count()).toBe(0);
  });
});

it('shows a cited passage over the answer on a phone', async () => {
  const page = await site.open('/ask-earmark', { width: 390, height: 844, hasTouch: true, reducedMotion: 'reduce' });
  await question(page).fill('What books are mentioned?');
  await page.getByRole('button', { name: 'Ask', exact: true }).tap();
  await page.getByRole('button', { name: 'Follow up' }).waitFor();
  await page
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .tap();
  const sheet = page.getByRole('dialog');
  await sheet.locator('[data-cited]').first().waitFor();
  await sheet.getByRole('button', { name: 'Close the passage' }).tap();
  await sheet.waitFor({ state: 'detached' });
});

const question = (page: Page) => page.getByRole('textbox', { name: 'Your question' });

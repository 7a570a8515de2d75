import { expect, it } from '../kit/test.ts';
import { shownTime } from '../kit/shown-time.ts';
import { appears, failCalls, FAILURE, holdCalls, sampleSite } from '../kit/site.fixtures.ts';
import { area, readEpisode, rows, TEA } from './episode.fixtures.ts';

const site = sampleSite();
const CALL = /\/api\/podcasts\/[^/]+\/[^/]+$/;

it.describe('the page of an episode', () => {
  it('shows where it belongs, every segment, and what its podcast says; its uuid leads to it too', async () => {
    const page = await (await site.visitor()).newPage();
    await it.step('shows where it belongs, its host, date, categories and description', async () => {
      await page.goto(TEA);
      const { podcast, episode } = await readEpisode(site);
      await page.getByRole('heading', { level: 1, name: episode.title }).waitFor();
      for (const part of [podcast.name, `Hosted by ${podcast.host}`, '2026'])
        await expect(page.getByRole('main')).toContainText(part);
      await expect(page.getByRole('list', { name: 'Categories', exact: true }).getByRole('listitem')).toHaveCount(
        podcast.categories.length,
      );
      const description = page.getByRole('region', { name: 'Description' });
      await expect(description).toContainText('Moby-Dick on the way');
      expect(await description.locator('script, style').count()).toBe(0);
      await page.getByRole('link', { name: 'Back to Podcast' }).click();
      await page.getByRole('heading', { level: 1, name: podcast.name }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/podcasts/${podcast.slug}`);
    });

    await it.step('shows every segment with time, speaker and text, and says how many there are', async () => {
      await page.goto(TEA);
      const { transcript } = await readEpisode(site);
      await page.getByRole('heading', { name: `Complete Transcript (${transcript.length} segments)` }).waitFor();
      const texts = await rows(page).allTextContents();
      expect(texts.length).toBe(transcript.length);
      transcript.forEach(({ startTime, text, speaker }, index) => {
        expect(texts[index]).toContain(shownTime(startTime));
        expect(texts[index]).toContain(text);
        // Said once where somebody begins to speak.
        expect(texts[index]).toContain(transcript[index - 1]?.speaker === speaker ? '' : speaker);
      });
    });

    await it.step('opens by the episode’s uuid too, in any case', async () => {
      const { episode, podcast } = await readEpisode(site);
      await page.goto(`/podcasts/${podcast.slug.toUpperCase()}/${episode.uuid}`);
      expect(await appears(page.getByRole('heading', { level: 1, name: episode.title }))).toBe(true);
    });
  });

  it('says that it is loading, why it cannot be shown, and comes when tried again', async () => {
    const page = await (await site.visitor()).newPage();
    await it.step('says that it is loading', async () => {
      const letGo = await holdCalls(page, CALL);
      await page.goto(TEA);
      await page.getByRole('status').filter({ hasText: 'Loading episode' }).waitFor({ state: 'attached' });
      letGo();
      expect(await appears(rows(page).first())).toBe(true);
    });

    await it.step('says why it cannot be shown, and comes when tried again', async () => {
      const recover = await failCalls(page, CALL);
      await page.goto(TEA);
      const alert = page.getByRole('alert');
      await alert.getByRole('heading', { name: 'Error loading podcast data' }).waitFor();
      await expect(alert).toContainText(`503: ${FAILURE}`);
      await recover();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await rows(page).first().waitFor();
    });

    await it.step('leads on from an episode that does not exist', async () => {
      await page.goto('/podcasts/TheLateCrossing/nothing-of-the-kind');
      const alert = page.getByRole('alert');
      await alert.getByRole('heading', { name: 'Error loading podcast data' }).waitFor();
      expect(await alert.getByRole('button').count()).toBe(0);
      await alert.getByRole('link', { name: 'Back to Podcast' }).click();
      await page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
    });

    await it.step('says that no episode has this address', async () => {
      for (const [what, slug] of [
        ['a word', 'nothing'],
        ['a zero byte', '%00'],
        ['HTML', '%3Cscript%3E'],
        ['long', 'x'.repeat(3000)],
      ] as const)
        await it.step(what, async () => {
          await page.goto(`/podcasts/TheLateCrossing/${slug}`);
          const alert = page.getByRole('alert');
          await alert.getByRole('heading', { name: 'Error loading podcast data' }).waitFor();
          await expect(alert).toContainText(/40[04]: /);
        });
    });
  });

  it('prints its whole transcript with title, speakers and times, and nothing to press', async () => {
    const page = await site.open(TEA, { colorScheme: 'dark' });
    const { episode, transcript } = await readEpisode(site);
    await rows(page).first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { height, clip } = await area(page).evaluate((element) => ({
      height: element.scrollHeight - element.clientHeight,
      clip: getComputedStyle(element).overflowY,
    }));
    expect({ height, clip }).toEqual({ height: 0, clip: 'visible' });
    const printed = await page.locator('body').innerText();
    for (const { text, startTime, speaker } of [...transcript, { ...transcript[0], text: episode.title }]) {
      expect(printed).toContain(text);
      expect(printed).toContain(shownTime(startTime));
      expect(printed).toContain(speaker);
    }
    const pressable = page.locator('button:not(.segment-time, [data-speaker]), input, nav');
    expect(await pressable.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).not.toMatch(/^oklch\(0\.9/);
  });

  it('has no wider page for a long word in its title', async () => {
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
    const page = await (await site.visitor({ width: 390, height: 844 })).newPage();
    await page.route(/\/api\/podcasts\//, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/The (half past two tea|Late Crossing)/g, long);
      await route.fulfill({ response: answer, body });
    });
    for (const path of [TEA, '/podcasts/TheLateCrossing']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: long }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});

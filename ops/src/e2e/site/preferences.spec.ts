import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { audio, loaded } from '../audio/audio.fixtures.ts';
import { readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it.describe('the preferences', () => {
  it('hold at once and in other windows, are kept, followed by every page, and explained in the help', async () => {
    const page = await site.open('about:blank', { colorScheme: 'light' });
    await it.step('hold in the reader’s other windows, and go back to the defaults', async () => {
      const other = await page.context().newPage();
      await page.goto('/preferences');
      await other.goto('/preferences');
      await choose(page, 'Text size', '15');
      await choose(page, 'Theme', 'Dark');
      await eventually(
        () => look(other, 'figure .reading'),
        (shown) => expect(shown).toEqual({ size: '15px', face: false, theme: 'dark' }),
      );
      await other.getByRole('button', { name: 'Reset to defaults' }).click();
      await eventually(
        () => look(page, 'figure .reading'),
        (shown) => expect(shown).toEqual({ size: '17px', face: false, theme: 'light' }),
      );
      expect(await option(page, 'Theme', 'System').isChecked()).toBe(true);
    });

    await it.step('hold at once, are kept, and are followed by every page', async () => {
      await page.goto('/preferences');
      await choose(page, 'Theme', 'Dark');
      await choose(page, 'Text size', '22');
      await choose(page, 'Typeface', 'Serif');
      await choose(page, 'Times', 'm:ss');
      await choose(page, 'Follow along', 'Off');
      await choose(page, 'Single-key shortcuts', 'Off');
      await page.getByRole('combobox', { name: 'Playback speed' }).selectOption({ label: '1.3×' });
      const sample = page.getByRole('figure');
      expect(await look(page, 'figure .reading')).toEqual({ size: '22px', face: true, theme: 'dark' });
      await sample.getByText('71:11', { exact: true }).waitFor();
      await page.reload();
      for (const [group, value] of [
        ['Theme', 'Dark'],
        ['Text size', '22'],
        ['Typeface', 'Serif'],
        ['Times', 'm:ss'],
        ['Follow along', 'Off'],
        ['Single-key shortcuts', 'Off'],
      ] as const)
        expect(await option(page, group, value).isChecked()).toBe(true);

      await page.goto(TEA);
      const { transcript } = await readEpisode(site);
      await loaded(page);
      expect(await look(page, '.segment-text')).toEqual({ size: '22px', face: true, theme: 'dark' });
      const minutes = Math.floor((transcript[20]?.startTime ?? 0) / 60_000);
      await expect(rows(page).nth(20)).toContainText(new RegExp(`(^|\\s)${minutes}:\\d\\d\\s`), { useInnerText: true });
      await page.keyboard.press('Space');
      expect(await audio(page)).toMatchObject({ paused: true, rate: 1.3 });
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    });

    await it.step('fall back to the defaults when they are damaged', async () => {
      await page.goto('/health/live');
      await page.evaluate(() => {
        localStorage.setItem('earmark-preferences', '{"textSize":900,"textFace":"wingdings","timeFormat":7,');
        localStorage.setItem('earmark-theme', 'plaid');
      });
      await page.goto('/preferences');
      await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor();
      expect(await look(page, 'figure .reading')).toEqual({ size: '17px', face: false, theme: 'light' });
    });

    await it.step('explains mentions, matching and numbers, and lists all keys of an episode', async () => {
      await page.goto('/help');
      await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
      for (const part of ['What a mention is', 'How names are found', 'How the numbers are made', 'Links to a place'])
        expect(await page.getByRole('region', { name: part }).getByRole('paragraph').count()).toBeGreaterThan(0);
      const keys = await textsOf(page.getByRole('table', { name: 'Keyboard map' }).getByRole('rowheader'));
      expect(keys.length).toBe(13);
      for (const key of ['Space', '/', 'f', 'm', 'c', 'l', '?']) expect(keys).toContain(key);
      expect(keys).toContain('[ ]');
      await page.getByRole('main').getByRole('link', { name: 'preferences' }).click();
      await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor();
    });
  });
});

const option = (page: Page, group: string, value: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name: value, exact: true });

const choose = (page: Page, group: string, value: string) => option(page, group, value).check();

/** How words that were said look: their size, whether they have serifs, and the theme around them. */
const look = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { fontSize, fontFamily } = getComputedStyle(element);

      return {
        size: fontSize,
        face: fontFamily.includes('Georgia'),
        theme: document.documentElement.dataset.theme,
      };
    });

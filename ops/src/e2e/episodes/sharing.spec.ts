import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { audio, loaded } from '../audio/audio.fixtures.ts';
import { isRowInView, pressInPlace, readEpisode, rows, TEA } from './episode.fixtures.ts';
import { shownTime } from '../kit/shown-time.ts';
import { appears, sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('sharing copies a link to the moment, and what is selected as a quote, which nothing covers', async () => {
  const page = await openWithClipboard(`${TEA}?entity=Guernsey`);
  await it.step('copies a link to the moment, with what is highlighted, that leads back there', async () => {
    const { transcript } = await readEpisode(site);
    await loaded(page);
    await page.keyboard.press('Shift+ArrowRight');
    // The page is still following the audio to its new line.
    await pressInPlace(page.getByRole('button', { name: 'Share' }));
    await page.getByRole('checkbox', { name: 'from 0:30' }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied, starts at 0:30').waitFor();
    const link = await copied(page);
    expect(link).toMatch(/\?entity=Guernsey&t=30s?$/);
    await page.goto(link);
    const index = transcript.findLastIndex(({ startTime }) => startTime <= 30_000);
    await eventually(
      () => isRowInView(page, index),
      (isInView) => expect(isInView).toBe(true),
    );
    await loaded(page);
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => expect({ paused, seconds: Math.round(seconds) }).toEqual({ paused: true, seconds: 30 }),
    );
    await page.keyboard.press('Shift+ArrowLeft');
    await pressInPlace(page.getByRole('button', { name: 'Share' }));
    expect(await page.getByRole('checkbox', { name: 'from 0:00' }).isDisabled()).toBe(true);
  });

  await it.step('copies what is selected as a quote that says who, where and when', async () => {
    await page.goto(TEA);
    await rows(page).first().waitFor();
    const { transcript, podcast, episode } = await readEpisode(site);
    const said = transcript[4];
    await rows(page)
      .nth(4)
      .locator('.segment-text')
      .evaluate((text) => document.getSelection()?.selectAllChildren(text));
    await page.keyboard.press('c');
    await page.getByText('Quote copied').waitFor();
    const quote = `“${said?.text}”\n— ${said?.speaker}, ${podcast.name}, “${episode.title}”, ${shownTime(said?.startTime)}\n`;
    const text = await copied(page);
    expect(text.slice(0, quote.length)).toBe(quote);
    expect(text.slice(quote.length)).toContain(`${TEA}?t=`);
    await pressInPlace(page.getByRole('button', { name: 'Share' }));
    expect(await appears(page.getByRole('region', { name: 'Quote' }).getByText(said?.text ?? ''))).toBe(true);
  });

  await it.step('is not covered by its own message', async () => {
    await page.goto(TEA);
    await rows(page).first().waitFor();
    await loaded(page);
    await page.keyboard.press('l');
    const toast = page.getByText('Link copied', { exact: true });
    await toast.waitFor();
    const edges = async (element: Locator) => {
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};

      return { top: y, bottom: y + height };
    };
    const player = await edges(page.getByRole('region', { name: 'Audio player' }));
    const share = await edges(page.getByRole('button', { name: 'Share' }));
    await eventually(
      () => edges(toast),
      ({ top, bottom }) => {
        expect(bottom).toBeLessThanOrEqual(player.top);
        expect(top).toBeGreaterThan(share.bottom);
      },
    );
  });
});

/** An episode's page of a visitor whose browser lets sites use the clipboard. */
async function openWithClipboard(path: string): Promise<Page> {
  const visitor = await site.visitor();
  await visitor.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await visitor.newPage();
  await page.goto(path);
  await rows(page).first().waitFor();

  return page;
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

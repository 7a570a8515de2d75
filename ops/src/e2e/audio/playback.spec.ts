import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { audio, loaded, playFrom } from './audio.fixtures.ts';
import {
  area,
  currentRow,
  isRowInView,
  pressInPlace,
  readEpisode,
  rows,
  scrolled,
  TEA,
} from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it.describe('the audio', () => {
  it('plays from a segment, follows it in the text and continues with the next', async () => {
    const page = await site.open(TEA);
    const { transcript } = await readEpisode(site);
    const index = Math.floor(transcript.length / 2);
    const startMs = transcript[index]?.startTime ?? 0;
    await playFrom(page, index);
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan(startMs / 1000);
      },
    );
    await pressInPlace(page.getByRole('button', { name: 'Pause', exact: true }));
    const { seconds } = await audio(page);
    const spoken = transcript.findLastIndex(({ startTime }) => startTime <= seconds * 1000);
    await eventually(
      () => currentRow(page),
      (current) => expect(current).toBe(spoken),
    );
    expect(spoken).toBeGreaterThanOrEqual(index);
    await eventually(
      () => isRowInView(page, spoken),
      (isInView) => expect(isInView).toBe(true),
    );
    await it.step('continues with the next segment', async () => {
      await playFrom(page, 3);
      await eventually(
        () => currentRow(page),
        (current) => expect(current).toBeLessThan(index),
      );
      await page.getByRole('combobox', { name: 'Playback speed' }).selectOption({ label: '3×' });
      await eventually(
        () => currentRow(page),
        (current) => expect(current).toBeGreaterThan(4),
      );
      expect((await audio(page)).rate).toBe(3);
    });
  });

  it('is moved by the buttons and the slider, never beyond its ends, and muted', async () => {
    const page = await site.open(TEA);
    await it.step('back 15 and forward 30 seconds', async () => {
      const player = page.getByRole('region', { name: 'Audio player' });
      await loaded(page);
      const seconds = (expected: number) =>
        eventually(
          () => audio(page),
          (heard) => expect(Math.round(heard.seconds)).toBe(expected),
        );
      await player.getByRole('button', { name: 'Forward 30 seconds' }).click();
      await seconds(30);
      await player.getByRole('button', { name: 'Back 15 seconds' }).click();
      await seconds(15);
      await player.getByRole('button', { name: 'Back 15 seconds' }).click();
      await seconds(0);
      await player.getByRole('button', { name: 'Back 15 seconds' }).click();
      await seconds(0);
    });
    await it.step('muted, and back at the same volume', async () => {
      const volume = page.getByRole('slider', { name: 'Volume' });
      await volume.press('ArrowLeft');
      await volume.press('ArrowLeft');
      const isHeard = (expected: number) =>
        eventually(
          () => audio(page),
          ({ volume: heard, muted }) => expect(muted ? 0 : heard).toBeCloseTo(expected, 5),
        );
      await isHeard(0.8);
      await page.getByRole('button', { name: 'Mute' }).click();
      await isHeard(0);
      await page.getByRole('button', { name: 'Unmute' }).click();
      await isHeard(0.8);
    });
    await it.step('sought with the slider, and stopped at its end', async () => {
      const { duration } = await loaded(page);
      await page.getByRole('slider', { name: /^Seek in / }).press('End');
      await eventually(
        () => audio(page),
        ({ seconds }) => expect(seconds).toBeGreaterThan(duration - 2),
      );
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await eventually(
        () => audio(page),
        ({ ended, paused }) => expect({ ended, paused }).toEqual({ ended: true, paused: true }),
      );
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    });
  });
});

it('a click in the text plays from its segment, and a second one pauses, while the window stands still; selecting does not play', async () => {
  const page = await site.open(TEA);
  await it.step('selecting does not play', async () => {
    await loaded(page);
    await rows(page).nth(1).locator('.segment-text').waitFor();
    const place = await rows(page).nth(1).locator('.segment-text').boundingBox();
    const [x, y] = [(place?.x ?? 0) + 2, (place?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(document.getSelection()))).not.toBe('');
    expect((await audio(page)).paused).toBe(true);
  });
  await it.step('a click plays, and a second one pauses', async () => {
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
    const { transcript } = await readEpisode(site);
    const words = rows(page).nth(2).locator('.segment-text');
    await words.click({ position: { x: 4, y: 8 } });
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan((transcript[2]?.startTime ?? 0) / 1000);
      },
    );
    await eventually(
      () => currentRow(page),
      (current) => expect(current).toBe(2),
    );
    await words.click({ position: { x: 4, y: 8 } });
    await eventually(
      () => audio(page),
      ({ paused }) => expect(paused).toBe(true),
    );
  });
});

it.describe('the spoken line', () => {
  it('is no longer followed after the wheel, a key or a step through matches, until the reader asks for it', async () => {
    const page = await site.open(TEA);
    await it.step('after a turn of the wheel', async () => {
      const pill = follow(page);
      await playFrom(page, 40);
      await eventually(
        () => currentRow(page),
        (current) => expect(current).not.toBeNull(),
      );
      expect(await pill.count()).toBe(0);
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, -4000);
      await pill.waitFor();
      await eventually(
        () => scrolled(page),
        (top) => expect(top).toBe(0),
      );
      await pressInPlace(pill);
      await eventually(
        async () => isRowInView(page, (await currentRow(page)) ?? 0),
        (isInView) => expect(isInView).toBe(true),
      );
      expect(await pill.count()).toBe(0);
    });
    await it.step('after PageDown and Home', async () => {
      // Another segment each time: the time of the one that plays pauses it.
      for (const [key, index] of [
        ['PageDown', 20],
        ['Home', 60],
      ] as const) {
        await playAndFollow(page, index);
        await area(page).evaluate((element) => element.focus({ preventScroll: true }));
        await page.keyboard.press(key);
        await follow(page).waitFor();
        await page.keyboard.press('f');
        await follow(page).waitFor({ state: 'detached' });
        await eventually(
          async () => isRowInView(page, (await currentRow(page)) ?? 0),
          (isInView) => expect(isInView).toBe(true),
        );
      }
    });
    await it.step('while stepping through matches, and the page says so', async () => {
      const [mention] = (await readEpisode(site)).entityMentions;
      await playAndFollow(page, 40);
      await pressInPlace(page.getByRole('list', { name: 'Entities' }).locator('button[aria-pressed]').first());
      await page
        .getByRole('status')
        .filter({ hasText: `1 of ${mention?.count} mentions` })
        .waitFor();
      await page.getByRole('status').filter({ hasText: 'Not following while you go through matches' }).waitFor();
    });
  });

  it('is no longer followed after a finger has moved the text', async () => {
    const page = await site.open(TEA, { width: 390, height: 844, hasTouch: true });
    await playAndFollow(page, 30);
    await area(page).evaluate((element) => {
      const touch = new Touch({ identifier: 1, target: element, clientX: 200, clientY: 300 });
      element.dispatchEvent(new TouchEvent('touchmove', { touches: [touch], bubbles: true }));
      window.scrollTo(0, 0);
    });
    await follow(page).waitFor();
    await pressInPlace(follow(page));
    await follow(page).waitFor({ state: 'detached' });
    await eventually(
      async () => isRowInView(page, (await currentRow(page)) ?? 0),
      (isInView) => expect(isInView).toBe(true),
    );
  });
});

/** Plays from a segment and waits until the text has followed. */
async function playAndFollow(page: Page, index: number): Promise<void> {
  await loaded(page);
  await playFrom(page, index);
  await eventually(
    async () => isRowInView(page, (await currentRow(page)) ?? 0),
    (isInView) => expect(isInView).toBe(true),
  );
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
}

const follow = (page: Page) => page.getByRole('button', { name: 'Follow', exact: true });

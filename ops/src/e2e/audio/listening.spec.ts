import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { audio, loaded, playFrom } from './audio.fixtures.ts';
import { currentRow, isRowInView, readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import { shownTime } from '../kit/shown-time.ts';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it.describe('playback', () => {
  it('continues on other pages, in a small player that leads back', async () => {
    const page = await site.open(TEA);
    const { episode } = await readEpisode(site);
    await playFrom(page, 20);
    await eventually(
      () => audio(page),
      ({ paused }) => expect(paused).toBe(false),
    );
    const before = await audio(page);
    await page.getByRole('link', { name: 'Preferences' }).click();
    const mini = page.getByRole('region', { name: 'Now playing' });
    await mini.getByRole('link', { name: episode.title }).waitFor();
    await eventually(
      () => audio(page),
      ({ seconds, paused }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThan(before.seconds);
      },
    );
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await mini.getByRole('button', { name: 'Pause' }).click();
    const { seconds } = await audio(page);
    await mini.getByRole('button', { name: 'Back 15 seconds' }).click();
    await eventually(
      () => audio(page),
      (heard) => expect(heard.seconds).toBeLessThan(seconds - 10),
    );
    await mini.getByRole('link', { name: episode.title }).click();
    await page.getByRole('region', { name: 'Audio player' }).waitFor();
    expect(await mini.count()).toBe(0);
    expect((await audio(page)).seconds).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await mini.getByRole('button', { name: 'Close player' }).click();
    await mini.waitFor({ state: 'detached' });
  });

  it('is shown to the device, whose media keys work', async () => {
    const page = await (await site.visitor()).newPage();
    await page.addInitScript(() => {
      const handlers: Record<string, MediaSessionActionHandler | null> = {};
      Object.assign(window, { mediaKeys: handlers });
      const { mediaSession } = navigator;
      const set = mediaSession.setActionHandler.bind(mediaSession);
      mediaSession.setActionHandler = (action, handler) => {
        handlers[action] = handler;
        set(action, handler);
      };
    });
    await page.goto(TEA);
    const { podcast, episode } = await readEpisode(site);
    await loaded(page);
    await playFrom(page, 5);
    const session = () =>
      page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession;

        return { title: metadata?.title, artist: metadata?.artist, images: metadata?.artwork.length, playbackState };
      });
    await eventually(session, (told) =>
      expect(told).toEqual({
        title: episode.title,
        artist: podcast.name,
        images: 1,
        playbackState: 'playing',
      }),
    );
    await pressMediaKey(page, 'pause');
    await eventually(session, ({ playbackState }) => expect(playbackState).toBe('paused'));
    const { seconds } = await audio(page);
    await pressMediaKey(page, 'seekforward');
    await eventually(
      () => audio(page),
      (heard) => expect(Math.round(heard.seconds)).toBe(Math.round(seconds + 30)),
    );
    expect((await audio(page)).paused).toBe(true);
  });

  it('remembers its speed per podcast and its position per episode', async () => {
    const page = await site.open(TEA);
    await loaded(page);
    await page.getByRole('combobox', { name: 'Playback speed' }).selectOption({ label: '1.5×' });
    await playFrom(page, 30);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.reload();
    await loaded(page);
    await page.getByRole('button', { name: /^Resume at \d/ }).click();
    const { transcript } = await readEpisode(site);
    await eventually(
      () => audio(page),
      ({ rate, paused, seconds }) => {
        expect({ rate, paused }).toEqual({ rate: 1.5, paused: false });
        expect(seconds * 1000).toBeGreaterThan(transcript[30]?.startTime ?? 0);
      },
    );
  });
});

it.describe('the mentions along the audio', () => {
  it('show their passage under the pointer, play when clicked, and are walked by keyboard', async () => {
    const page = await site.open(`${TEA}?entity=Guernsey`);
    const { entityMentions, transcript } = await readEpisode(site);
    const mention = entityMentions.find(({ entity }) => entity.name === 'Guernsey');
    const indices = [...new Set((mention?.marks ?? []).filter((_, at) => at % 3 === 0))];
    const { duration } = await loaded(page);
    await eventually(
      () => isRowInView(page, indices[0] ?? 0),
      (isInView) => expect(isInView).toBe(true),
    );
    const strip = page.getByRole('slider', { name: 'Mentions of Guernsey' });
    const ticks = await strip.locator('xpath=following-sibling::*').locator('path').first().getAttribute('d');
    expect((ticks ?? '').split('M').length - 1).toBe(indices.length);
    const at = indices[1] ?? 0;
    const { x = 0, y = 0, width = 0 } = (await strip.boundingBox()) ?? {};
    const place = x + ((transcript[at]?.startTime ?? 0) / 1000 / duration) * width;
    await page.mouse.move(place, y + 12);
    const tip = page.getByRole('tooltip');
    await tip.getByText(shownTime(transcript[at]?.startTime)).waitFor();
    expect(await textsOf(tip.locator('mark'))).toContain('Guernsey');
    await page.mouse.click(place, y + 12);
    await eventually(
      () => audio(page),
      ({ paused, seconds }) => {
        expect(paused).toBe(false);
        expect(seconds).toBeGreaterThanOrEqual((transcript[at]?.startTime ?? 0) / 1000);
      },
    );
    await eventually(
      () => isRowInView(page, at),
      (isInView) => expect(isInView).toBe(true),
    );
    await page.mouse.move(10, 10);
    await strip.press('End');
    const last = transcript[indices.at(-1) ?? 0];
    await tip.getByText(shownTime(last?.startTime)).waitFor();
    await strip.press('Enter');
    await eventually(
      () => audio(page),
      ({ seconds }) => expect(seconds).toBeGreaterThanOrEqual((last?.startTime ?? 0) / 1000),
    );
  });
});

it.describe('the keys of an episode', () => {
  it('are listed by “?”, do nothing where one types, and play, seek, mute and change the speed', async () => {
    const page = await site.open('about:blank');
    await it.step('are listed by “?”, and do nothing in fields, under a dialog and when switched off', async () => {
      await page.goto(TEA);
      await loaded(page);
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.waitFor();
      await expect(dialog.getByRole('definition')).toHaveCount(13);
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('?');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('searchbox', { name: 'Search entities...' }).focus();
      await page.keyboard.type('m ?l');
      expect(await page.getByRole('searchbox', { name: 'Search entities...' }).inputValue()).toBe('m ?l');
      const { seconds, paused, muted } = await audio(page);
      expect({ seconds, paused, muted, dialogs: await page.getByRole('dialog').count() }).toEqual({
        seconds: 0,
        paused: true,
        muted: false,
        dialogs: 0,
      });
      await page.evaluate(() => localStorage.setItem('earmark-preferences', JSON.stringify({ singleKeys: false })));
      await page.reload();
      await loaded(page);
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('?');
      expect((await audio(page)).seconds).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    await it.step('play, seek, go from segment to segment, mute and change the speed', async () => {
      await page.evaluate(() => localStorage.removeItem('earmark-preferences'));
      await page.reload();
      const { transcript } = await readEpisode(site);
      await loaded(page);
      const second = (expected: number) =>
        eventually(
          () => audio(page),
          ({ seconds }) => expect(Math.abs(seconds - expected)).toBeLessThan(1.5),
        );
      for (const [key, expected] of [
        ['Shift+ArrowRight', 30],
        ['ArrowRight', 35],
        ['ArrowLeft', 30],
        ['Shift+ArrowLeft', 0],
      ] as const) {
        await page.keyboard.press(key);
        await second(expected);
      }
      await page.keyboard.press('ArrowDown');
      await second((transcript[0]?.startTime ?? 0) / 1000);
      await page.keyboard.press('ArrowDown');
      await second((transcript[1]?.startTime ?? 0) / 1000);
      await page.keyboard.press('ArrowUp');
      await second((transcript[0]?.startTime ?? 0) / 1000);
      await page.keyboard.press('m');
      await page.keyboard.press('>');
      await page.keyboard.press('Space');
      await eventually(
        () => audio(page),
        ({ paused, muted, volume, rate }) => {
          expect({ paused, rate }).toEqual({ paused: false, rate: 1.1 });
          expect(muted || volume === 0).toBe(true);
        },
      );
      await page.keyboard.press('<');
      await page.keyboard.press('Space');
      await eventually(
        () => audio(page),
        ({ paused, rate }) => expect({ paused, rate }).toEqual({ paused: true, rate: 1 }),
      );
      await eventually(
        () => currentRow(page),
        (current) => expect(current).not.toBeNull(),
      );
    });
  });
});

/** Simulates a media key of the device. */
const pressMediaKey = (page: Page, action: MediaSessionAction): Promise<void> =>
  page.evaluate((name) => {
    const handlers = Reflect.get(window, 'mediaKeys') as Record<string, MediaSessionActionHandler>;
    handlers[name]?.({ action: name });
  }, action);

import type { Locator, Page } from 'playwright-core';
import { loaded, playFrom } from '../audio/audio.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';
import { currentRow, pressInPlace, readEpisode, rows, scrolled, TEA } from './episode.fixtures.ts';

const site = sampleSite();
/** In windows that are lower, in pixels, header and player give way to the text. */
const LOW = 480;
/** Frames in which nothing may move any more. */
const STILL_FRAMES = 20;

it('what was asked for is in the upper half of what can be read, for every way in and on every screen', async () => {
  const { transcript, entityMentions } = await readEpisode(site);
  const mention = entityMentions.find(({ entity }) => entity.name === 'Guernsey')!;
  const mentioning = [...new Set(mention.marks.filter((_, at) => at % 3 === 0))];
  const late = Math.floor(transcript.length * 0.8);
  const word = 'brother';
  const said = transcript.findIndex(({ text }) => text.toLowerCase().includes(word));
  for (const viewport of [
    { width: 390, height: 844, hasTouch: true },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
    { width: 844, height: 390, hasTouch: true },
  ])
    await it.step(`${viewport.width} × ${viewport.height}`, async () => {
      const page = await site.open(TEA, viewport);
      await rows(page).first().waitFor();
      if (viewport.height > LOW)
        await it.step('the first line stands within the first screen', async () => {
          expect(await place(page, 0)).toMatchObject({ isReadable: true });
        });
      for (const [way, address, index] of [
        ['a moment', `?t=${transcript[late]!.startTime}&from=link`, late],
        ['an entity', '?entity=Guernsey', mentioning[0]!],
        ['words of a search', `?search=${word}`, said],
        ['words to find', `?find=${word}`, said],
      ] as const)
        await it.step(way, async () => {
          await page.goto(`${TEA}${address}`);
          await rows(page).first().waitFor();
          await staysInSight(page, index);
        });
      await it.step('each mention, one after the other', async () => {
        await page.goto(`${TEA}?entity=Guernsey`);
        for (const index of [...mentioning.slice(1), mentioning[0]!]) {
          await pressInPlace(page.getByRole('button', { name: 'Next mention' }));
          await eventually(
            () => place(page, index),
            (seen) => expect(seen.isReadable).toBe(true),
          );
        }
      });
      await it.step('the spoken line', async () => {
        await loaded(page);
        await playFrom(page, late);
        await eventually(
          async () => place(page, (await currentRow(page)) ?? 0),
          (seen) => expect(seen).toEqual({ isReadable: true, isInUpperHalf: true }),
        );
        await pressInPlace(page.getByRole('button', { name: 'Pause', exact: true }));
      });
    });
});

it('in a low window the player is one row, and what one steps or searches with is in view', async () => {
  for (const { steps, ...viewport } of [
    { width: 844, height: 390, hasTouch: true, steps: true },
    { width: 360, height: 330, steps: true },
    // Zoomed to 400 %.
    { width: 360, height: 225, steps: false },
  ])
    await it.step(`${viewport.width} × ${viewport.height}`, async () => {
      const page = await site.open(`${TEA}?entity=Guernsey`, viewport);
      await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
      await loaded(page);
      await eventually(
        () => scrolled(page),
        (top) => expect(top).toBeGreaterThan(viewport.height),
      );
      expect(await page.locator('.dock').evaluate((dock) => dock.clientHeight)).toBeLessThan(56);
      for (const name of steps ? ['Previous mention', 'Next mention', 'Clear highlight'] : [])
        expect(await isUncovered(page.getByRole('button', { name }))).toBe(true);
      const field = page.getByRole('searchbox', { name: 'Find in transcript' });
      for (const from of [0, 1500]) {
        await page.evaluate((top) => window.scrollTo(0, top), from);
        await page.keyboard.press('/');
        await field.waitFor();
        expect(await isUncovered(field)).toBe(true);
        await page.keyboard.type('the');
        await page
          .getByRole('status')
          .filter({ hasText: /^\d+ of \d+$/ })
          .waitFor();
        await page.keyboard.press('Enter');
        await eventually(
          () => Promise.all([isUncovered(field), isUncovered(page.locator('.is-found .segment-text'))]),
          (seen) => expect(seen).toEqual([true, true]),
        );
        await page.keyboard.press('Escape');
      }
    });
});

/** Whether the first line of the element can be seen and clicked: no bar lies over it. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();

    return one.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 14)));
  });

/** Waits until the row is where it belongs, and sees that it stays there. */
async function staysInSight(page: Page, index: number): Promise<void> {
  const isThere = (seen: Place) => expect(seen).toEqual({ isReadable: true, isInUpperHalf: true });
  await eventually(() => place(page, index), isThere);
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  }, STILL_FRAMES);
  isThere(await place(page, index));
}

interface Place {
  /** Neither behind the bars at the top nor behind the player. */
  readonly isReadable: boolean;
  readonly isInUpperHalf: boolean;
}

const place = (page: Page, index: number): Promise<Place> =>
  rows(page)
    .nth(index)
    .evaluate((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const bottomOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
      const from = Math.max(bottomOf('.page-header'), bottomOf('.reading-bar'));
      const to = document.querySelector('.dock')?.getBoundingClientRect().top ?? window.innerHeight;

      return { isReadable: top >= from - 1 && bottom <= to + 1, isInUpperHalf: top < (from + to) / 2 };
    });

import { EpisodePage } from '@earmark/contracts/episodes';
import type { Locator, Page } from 'playwright-core';
import type { VisitedSite } from '../kit/site.fixtures.ts';

/** An episode of the sample library with sound. */
export const TEA = '/podcasts/TheLateCrossing/the-half-past-two-tea';

/** What the server says of an episode; `path` is that of its page. */
export const readEpisode = (site: VisitedSite, path: string = TEA): Promise<EpisodePage> =>
  site.product().read(`/api${path}`, EpisodePage);

const list = (page: Page): Locator => page.getByRole('list', { name: 'Segments' });

export const rows = (page: Page): Locator => list(page).getByRole('listitem');

/** The rows with their surroundings, which get the focus back. */
export const area = (page: Page): Locator => list(page).locator('..');

export const entityEntries = (page: Page): Locator =>
  page.getByRole('list', { name: 'Entities' }).locator('button[aria-pressed]');

export const findBar = (page: Page): Locator => page.getByRole('search', { name: 'Find in transcript' });

/** How far the page is scrolled, in pixels. */
export const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/**
 * Clicks without scrolling the window to it, as the browser's driver does, and without aiming: what stands beside, above
 * or below a transcript moves while the page glides to a line, and a click whose two halves hit different things is none.
 */
export const pressInPlace = (target: Locator): Promise<void> => target.dispatchEvent('click');

/** Whether the whole row of this segment, counted from 0, can be read: it is below the bar and above the player. */
export const isRowInView = (page: Page, index: number): Promise<boolean> =>
  rows(page)
    .nth(index)
    .evaluate((row) => {
      const inner = row.getBoundingClientRect();
      const bottomOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
      const player = document.querySelector('.dock')?.getBoundingClientRect().top ?? window.innerHeight;

      return inner.top >= Math.max(bottomOf('header'), bottomOf('.reading-bar')) - 1 && inner.bottom <= player + 1;
    });

/** Index of the segment that is marked as the one being spoken; null when none is. */
export const currentRow = (page: Page): Promise<number | null> =>
  list(page).evaluate((element) => {
    const all = [...element.querySelectorAll('[role=listitem]')];
    const found = all.findIndex((row) => row.getAttribute('aria-current') === 'true');

    return found === -1 ? null : found;
  });

/** Number of ranges that are highlighted: of the chosen entity, of free text, and of the current match. */
export const highlights = (page: Page): Promise<{ entities: number; texts: number; current: number }> =>
  page.evaluate(() => {
    const sizeOf = (name: string): number => CSS.highlights.get(name)?.size ?? 0;

    return {
      entities: sizeOf('earmark-entity'),
      texts: sizeOf('earmark-text'),
      current: sizeOf('earmark-current'),
    };
  });

/** The words of a highlight, in the order of the text. */
export const highlightedWords = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    (key) =>
      [...(CSS.highlights.get(key) ?? [])].map(
        ({ startContainer, startOffset, endOffset }) => startContainer.textContent?.slice(startOffset, endOffset) ?? '',
      ),
    name,
  );

/** Frames in which nothing has moved: a link to an entity scrolls to its first mention by itself, a moment after it is opened. */
const STILL_FRAMES = 30;

/** Clicks in the middle of the first of these words in a segment, which is brought into the middle of the window. */
export async function clickWords(page: Page, index: number, words: string): Promise<void> {
  const [x, y] = await rows(page)
    .nth(index)
    .evaluate(
      async (row, { wanted, frames }) => {
        const node = row.querySelector('.segment-text')?.firstChild;
        const range = document.createRange();
        if (!node) throw new Error('the segment has no text');
        const start = node.textContent?.indexOf(wanted) ?? 0;
        range.setStart(node, start);
        range.setEnd(node, start + 3);
        let { left, top, width, height } = range.getBoundingClientRect();
        for (let still = 0; still < frames; still += 1) {
          const before = top;
          row.scrollIntoView({ block: 'center' });
          await new Promise(requestAnimationFrame);
          ({ left, top, width, height } = range.getBoundingClientRect());
          if (top !== before) still = 0;
        }

        return [left + width / 2, top + height / 2] as const;
      },
      { wanted: words, frames: STILL_FRAMES },
    );
  await page.mouse.click(x, y);
}

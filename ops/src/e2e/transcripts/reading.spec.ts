import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { audio, loaded } from '../audio/audio.fixtures.ts';
import {
  area,
  clickWords,
  findBar,
  highlightedWords,
  isRowInView,
  pressInPlace,
  readEpisode,
  TEA,
} from '../episodes/episode.fixtures.ts';
import { sampleSite, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

it('finds every place in the transcript, with the mouse, Ctrl + F and the rail', async () => {
  const page = await site.open(TEA);
  const { transcript } = await readEpisode(site);
  const count = (pattern: RegExp) => transcript.flatMap(({ text }) => [...text.matchAll(pattern)]).length;
  const places = transcript.flatMap(({ text }, index) => [...text.matchAll(/the/gi)].map(() => index));
  const rail = page.locator('.match-rail');
  await it.step('counts every place in all rows and walks them both ways', async () => {
    expect(places.length).toBeGreaterThan(50);
    await pressInPlace(page.getByRole('button', { name: 'Find in transcript' }));
    await field(page).fill('the');
    await found(page, 1, places.length);
    await eventually(
      () => highlightedWords(page, 'earmark-found'),
      (words) => expect(words).toHaveLength(places.length - 1),
    );
    await field(page).press('Shift+Enter');
    await found(page, places.length, places.length);
    await eventually(
      () => isRowInView(page, places.at(-1) ?? 0),
      (isInView) => expect(isInView).toBe(true),
    );
    await field(page).press('Enter');
    await found(page, 1, places.length);
  });

  await it.step('marks them beside the scroll bar: a click at the lower end goes to the last', async () => {
    const { height = 0 } = (await rail.boundingBox()) ?? {};
    expect(((await rail.locator('path').first().getAttribute('d')) ?? '').split('M').length - 1).toBe(places.length);
    await rail.dispatchEvent('click', await lowerEnd(page));
    // Several places in one segment stand at one height.
    await found(page, places.indexOf(places.at(-1) ?? 0) + 1, places.length);
    expect(height).toBeGreaterThan(500);
  });

  await it.step('respects case and whole words on request, and says when there is no match', async () => {
    await field(page).fill('The');
    await found(page, 1, count(/the/gi));
    await pressInPlace(page.getByRole('button', { name: 'Match case' }));
    await found(page, 1, count(/The/g));
    await pressInPlace(page.getByRole('button', { name: 'Whole words' }));
    await found(page, 1, count(/\bThe\b/g));
    await field(page).fill('qqzzx');
    await findBar(page).getByText('No matches').waitFor();
    expect(await page.getByRole('button', { name: 'Next match' }).isDisabled()).toBe(true);
  });

  await it.step('leaves nothing marked when it is closed', async () => {
    await pressInPlace(page.getByRole('button', { name: 'Match case' }));
    await pressInPlace(page.getByRole('button', { name: 'Whole words' }));
    await field(page).fill('the');
    await found(page, 1, places.length);
    await field(page).press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await eventually(
      () => highlightedWords(page, 'earmark-found'),
      (words) => expect(words).toEqual([]),
    );
    expect(await rail.count()).toBe(0);
  });

  await it.step(
    'takes Ctrl + F while the focus is in the transcript, and leaves a second one to the browser',
    async () => {
      const press = () =>
        page.evaluate(() => {
          const key = new KeyboardEvent('keydown', {
            code: 'KeyF',
            key: 'f',
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          });

          return document.activeElement?.dispatchEvent(key) === false;
        });
      await area(page).evaluate((element) => element.focus());
      expect(await press()).toBe(true);
      expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await press()).toBe(false);
    },
  );
});

it('shows the whole name of what is stepped through; the title takes what is left, or nothing', async () => {
  const titles: boolean[] = [];
  for (const entity of ['The New York Times', 'New York']) {
    const page = await site.open(`${SHARED}?entity=${entity}`, { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    const name = page.locator('.reading-bar').getByText(entity, { exact: true });
    for (const width of [1360, 1440, 1500, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.locator('.reading-bar[data-stuck]').waitFor();
      const [shown, whole] = await widths(name);
      expect(shown).toBeCloseTo(whole, 2);
      const [title, wholeTitle] = await widths(page.locator('.reading-title'));
      titles.push(title > 0);
      // Fewer letters cannot be read.
      expect(title).toBeGreaterThanOrEqual(title > 0 ? Math.min(wholeTitle - 1, LEAST_READABLE) : 0);
    }
  }
  expect(new Set(titles)).toEqual(new Set([true, false]));
});

/** Of the element and of its text, also where that is cut off. */
const widths = (element: Locator): Promise<[number, number]> =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);

    return [node.getBoundingClientRect().width, range.getBoundingClientRect().width];
  });

const LEAST_READABLE = 80;

const SHARED = '/podcasts/Marginalia/new-york-and-the-new-york-times';

for (const [what, look] of [
  ['on a desk', {}],
  ['on a phone', { width: 390, height: 844, hasTouch: true }],
] as const)
  it(`shows both entities that share a place, the longer first, each with a link to its page: ${what}`, async () => {
    const page = await site.open(`${SHARED}?entity=New York`, look);
    const index = (await readEpisode(site, SHARED)).transcript.findIndex(
      ({ text }) => text.includes('The New York Times') || text.includes('the New York Times'),
    );
    await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    await clickWords(page, index, 'New York Times');
    const here = page.getByRole('dialog', { name: 'Entities found here' });
    await here.waitFor();
    expect((await textsOf(here.getByRole('link'))).map((text) => text.replace(/ \w+$/, ''))).toEqual([
      'The New York Times',
      'New York',
    ]);
    expect((await audio(page)).paused).toBe(true);
    await page.keyboard.press('Escape');
    await here.waitFor({ state: 'detached' });
    await clickWords(page, index, 'New York Times');
    await here.getByRole('link', { name: /^The New York Times/ }).click();
    await page.getByRole('heading', { level: 1, name: 'The New York Times' }).waitFor();
  });

it('plays from a place that two entities share, and takes it for text like any other while nothing is marked there', async () => {
  const page = await site.open(`${SHARED}?entity=New York`);
  const index = (await readEpisode(site, SHARED)).transcript.findIndex(({ text }) =>
    text.includes('the New York Times'),
  );
  await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
  await loaded(page);
  // The page arrives at the first mention, and scrolling closes what is open.
  await page.getByText(/^1 of \d+ mentions$/).waitFor();
  await clickWords(page, index, 'New York Times');
  await page
    .getByRole('button', { name: /^Play from/, exact: false })
    .filter({ hasText: 'Play from' })
    .click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await pressInPlace(page.getByRole('button', { name: 'Pause', exact: true }));
  await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
  await pressInPlace(page.getByRole('radio', { name: 'None' }));
  await clickWords(page, index, 'New York Times');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

const field = (page: Page) => findBar(page).getByRole('searchbox');

const found = (page: Page, k: number, count: number) =>
  findBar(page).getByText(`${k} of ${count}`, { exact: true }).waitFor();

/** A click there as the browser tells it. */
async function lowerEnd(page: Page): Promise<{ clientX: number; clientY: number; bubbles: boolean }> {
  const { x = 0, y = 0, height = 0 } = (await page.locator('.match-rail').boundingBox()) ?? {};

  return { clientX: x + 6, clientY: y + height, bubbles: true };
}

import { expect, it } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { audio, loaded } from '../audio/audio.fixtures.ts';
import {
  area,
  clickWords,
  highlightedWords,
  isRowInView,
  pressInPlace,
  readEpisode,
  rows,
  scrolled,
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
    await bar(page).getByText('No matches').waitFor();
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

it('highlights one speaker, chosen by keyboard or by name', async () => {
  const page = await site.open(TEA);
  const { transcript } = await readEpisode(site);
  const turnsShown = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const choice = page.getByRole('combobox', { name: 'Speaker' });
  const aside = () =>
    rows(page).evaluateAll((all) => all.flatMap((row, index) => (row.classList.contains('is-aside') ? [index] : [])));
  await it.step('steps the others back, and is gone through and searched alone', async () => {
    const speaker = transcript[1]?.speaker ?? '';
    const theirs = transcript.flatMap((segment, index) => (segment.speaker === speaker ? [index] : []));
    const turns = theirs.filter((index) => transcript[index - 1]?.speaker !== speaker);
    await choice.focus();
    await page.keyboard.type(speaker.slice(0, 4));
    await turnsShown(`1 of ${turns.length} turns`);
    expect(await aside()).toEqual(transcript.flatMap((_, index) => (theirs.includes(index) ? [] : [index])));
    await area(page).evaluate((element) => element.focus({ preventScroll: true }));
    await page.keyboard.press(']');
    await turnsShown(`2 of ${turns.length} turns`);
    await page.keyboard.press('/');
    await page.getByPlaceholder(`Find in what ${speaker} says`).fill('the');
    const said = theirs.flatMap((index) => [...(transcript[index]?.text ?? '').matchAll(/the/gi)]).length;
    await bar(page)
      .getByText(new RegExp(`^\\d+ of ${said}$`))
      .waitFor();
    await field(page).press('Escape');
    await pressInPlace(page.getByRole('button', { name: 'Clear highlight' }));
    await eventually(aside, (left) => expect(left).toEqual([]));
    expect(await choice.inputValue()).toBe('');
  });

  await it.step('has initials next to the name where the speaker changes, and a click on it chooses them', async () => {
    const [first] = transcript;
    const initials = rows(page).first().locator('[data-initials]');
    expect(await initials.getAttribute('data-initials')).toBe(
      (first?.speaker ?? '')
        .split(' ')
        .map((word) => word[0])
        .join(''),
    );
    await expect(page.locator('[data-initials]')).toHaveCount(
      transcript.filter(({ speaker }, index) => transcript[index - 1]?.speaker !== speaker).length,
    );
    await rows(page).first().getByRole('button', { name: first?.speaker, exact: true }).click();
    await turnsShown(/^1 of \d+ turns$/);
  });
});

it('stays where the name of a speaker is clicked, and goes from there to the next turn of one in the list', async () => {
  const page = await site.open(TEA, { reducedMotion: 'reduce' });
  const { transcript } = await readEpisode(site);
  const isTurn = (index: number) => transcript[index - 1]?.speaker !== transcript[index]?.speaker;
  const turnsOf = (speaker: string) =>
    transcript.flatMap((segment, index) => (segment.speaker === speaker && isTurn(index) ? [index] : []));
  const clicked = transcript.findIndex((_, index) => index > transcript.length / 2 && isTurn(index));
  const speaker = transcript[clicked]?.speaker ?? '';
  const turns = turnsOf(speaker);
  const row = rows(page).nth(clicked);
  await row.evaluate(async (element) => {
    // Not all rows have been laid out the first time.
    for (let frame = 0; frame < 10; frame += 1) {
      element.scrollIntoView({ block: 'end' });
      await new Promise(requestAnimationFrame);
    }
  });
  const before = await scrolled(page);
  await pressInPlace(row.getByTitle('Show what this speaker says'));
  await page
    .getByRole('status')
    .filter({ hasText: `${turns.indexOf(clicked) + 1} of ${turns.length} turns` })
    .waitFor();
  await expect(row).toHaveClass(/is-match/);
  expect(await scrolled(page)).toBe(before);

  const top = await rows(page).evaluateAll((all) => {
    const { bottom = 0 } = document.querySelector('.reading-bar')?.getBoundingClientRect() ?? {};

    return all.findIndex((one) => one.getBoundingClientRect().bottom > bottom);
  });
  const other = transcript.find((segment, index) => index > clicked && segment.speaker !== speaker)?.speaker ?? '';
  const theirs = turnsOf(other);
  const next = theirs.findIndex((index) => index >= top);
  expect(next).toBeGreaterThan(0);
  await page
    .getByRole('combobox', { name: 'Speaker' })
    .selectOption(`${other} (${theirs.length} ${theirs.length === 1 ? 'turn' : 'turns'})`);
  await page
    .getByRole('status')
    .filter({ hasText: `${next + 1} of ${theirs.length} turns` })
    .waitFor();
  await eventually(
    () => isRowInView(page, theirs[next] ?? 0),
    (isInView) => expect(isInView).toBe(true),
  );
});

it('lets a finger choose a speaker on a phone, and another one at the name of the first', async () => {
  const page = await site.open(TEA, { width: 390, height: 844, hasTouch: true });
  const { transcript } = await readEpisode(site);
  const [first = '', second = ''] = new Set(transcript.map(({ speaker }) => speaker));
  const choice = page.getByRole('combobox', { name: 'Speaker' });
  for (const name of [first, second]) {
    const { width = 0, height = 0 } = (await choice.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await choice.selectOption({ index: name === first ? 1 : 2 });
    await page.locator('.reading-bar').getByText(name, { exact: true }).waitFor();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
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

const bar = (page: Page) => page.getByRole('search', { name: 'Find in transcript' });

const field = (page: Page) => bar(page).getByRole('searchbox');

const found = (page: Page, k: number, count: number) =>
  bar(page).getByText(`${k} of ${count}`, { exact: true }).waitFor();

/** A click there as the browser tells it. */
async function lowerEnd(page: Page): Promise<{ clientX: number; clientY: number; bubbles: boolean }> {
  const { x = 0, y = 0, height = 0 } = (await page.locator('.match-rail').boundingBox()) ?? {};

  return { clientX: x + 6, clientY: y + height, bubbles: true };
}

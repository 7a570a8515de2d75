import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { pressInPlace, readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { sampleSite } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = sampleSite();

/** A page, and what must be there before it is looked at. */
const PAGES: readonly (readonly [name: string, path: string, ready: (page: Page) => Promise<void>])[] = [
  [
    'the dashboard',
    '/',
    async (page) => {
      await page.getByRole('list', { name: 'Podcast series' }).waitFor();
      await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
    },
  ],
  ['a podcast', '/podcasts/Marginalia', (page) => page.getByRole('list', { name: 'Episodes', exact: true }).waitFor()],
  [
    'an episode',
    `${TEA}?entity=guernsey`,
    async (page) => {
      await rows(page).first().waitFor();
      await page.getByRole('button', { name: 'Clear highlight' }).waitFor();
    },
  ],
  [
    'the podcast search',
    '/search?q=people',
    async (page) => {
      await page.getByRole('list', { name: 'Podcasts', exact: true }).getByRole('heading').first().waitFor();
      await page.getByRole('list', { name: 'Quick picks' }).waitFor();
    },
  ],
  ['all episodes', '/episodes', (page) => page.getByRole('list', { name: 'Episodes', exact: true }).waitFor()],
  ['an entity', '/entities/new-york', (page) => page.getByRole('list', { name: 'Episodes with passages' }).waitFor()],
  ['the assistant', '/ask-earmark', (page) => page.getByRole('heading', { name: 'Ready to search' }).waitFor()],
  [
    'the podcasts that can be asked about',
    '/ask-earmark?tab=browse',
    (page) => page.getByRole('list', { name: 'Podcasts', exact: true }).waitFor(),
  ],
  [
    'the topics to ask about',
    '/ask-earmark?tab=topics',
    async (page) => {
      const most = page.getByRole('button', { name: 'Most mentioned' }).first();
      await most.waitFor();
      if ((await most.getAttribute('aria-expanded')) === 'false') await most.click();
      await page
        .getByRole('list', { name: /^Most mentioned: / })
        .first()
        .waitFor();
    },
  ],
  ['the preferences', '/preferences', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ['the help', '/help', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ['the 404 screen', '/nowhere', (page) => page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()],
];

it('no page of a visitor has a fault that axe can find, and everything is reached with the keyboard alone', async () => {
  const page = await site.open('about:blank', { reducedMotion: 'reduce' });
  for (const [what, path, ready] of PAGES) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await it.step(`${what} in light and dark, on a desk and on a phone`, () => inspect(page, path, ready));
    await it.step(`${what} at 400 % zoom, where nothing is wider than the window`, async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      // Scripts that follow the window lay out some parts a little later.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await it.step(`${what} with the keyboard alone`, () => tabThrough(page));
  }
  await it.step('an episode with one speaker chosen', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(TEA);
    await inspect(page, TEA, async () => {
      await rows(page).first().waitFor();
      const clear = page.getByRole('button', { name: 'Clear highlight' });
      if ((await clear.count()) === 0) await pressInPlace(rows(page).first().getByTitle('Show what this speaker says'));
      await clear.waitFor();
    });
  });
});

it('with the keyboard alone an episode is chosen on the dashboard, an entity in it, and its segments are walked and played', async () => {
  const page = await site.open('/', { reducedMotion: 'reduce' });
  await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
  await page.keyboard.press('Tab');
  expect((await focused(page))?.name).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await tabTo(page, 'The half past two tea');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'The half past two tea' }).waitFor();
  await rows(page).first().waitFor();
  await tabTo(page, 'Play from 0:03');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect((await focused(page))?.name).toBe('Play from 0:17');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const [mention] = (await readEpisode(site)).entityMentions;
  await tabTo(page, mention?.entity.name ?? '');
  await page.keyboard.press('Space');
  await page
    .getByRole('status')
    .filter({ hasText: `1 of ${mention?.count} mentions` })
    .waitFor();
  await tabTo(page, 'Pause');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

/** What axe finds on this page, which is open already. */
const inspect = (page: Page, path: string, ready: (page: Page) => Promise<void>): Promise<void> =>
  expectNoFaults(page, 'body', {
    exclude: [
      '[aria-label="Segments"] > :nth-child(n + 2)',
      '.segment:nth-child(n + 6):not(.is-match)',
      // The dashboard shows them.
      ...(path === '/' ? [] : ['nav[aria-label="Main"]', 'header']),
    ],
    ready: async (_, colorScheme) => {
      // What is out of sight keeps the colours that it was first laid out with, as far as axe can tell.
      if (colorScheme === 'dark') await page.goto(path);
      await ready(page);
      await page.getByRole('button', { name: /^Notifications/ }).waitFor();
    },
  });

/** Tab comes to all that can be pressed or typed into, in sight and marked. */
async function tabThrough(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Recent podcasts' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  const expected = await reachable(page);
  expect(expected.length).toBeGreaterThan(10);
  const met = new Set<string>();
  const isMissing = (name: string) => !met.has(name);
  for (let presses = 0; presses < expected.length + 10 && expected.some(isMissing); presses += 1) {
    await page.keyboard.press('Tab');
    // Beyond the last stop nothing of the page has the focus.
    await eventually(
      () => focused(page),
      (focus) => {
        expect(focus).toEqual(focus && { name: focus.name, isMarked: true, isInSight: true });
        met.add(focus?.name ?? '');
      },
    );
  }
  expect(expected.filter(isMissing)).toEqual([]);
}

/** Presses Tab until what has the focus bears a name that begins so. */
async function tabTo(page: Page, name: string): Promise<void> {
  const most = (await reachable(page)).length + 5;
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page))?.name.startsWith(name)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

/** Names of all that the Tab key must come to; where several bear one, it is numbered. Writes them into the page. */
const reachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')];
    const stops = all.filter(
      (element) =>
        // Of several choices the one that is made is the stop, and a list of tabs hands the focus on to its tab.
        !element.matches(':disabled, [type=radio]:not(:checked), [role=tablist]') &&
        element.tabIndex >= 0 &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    const times = new Map<string, number>();

    return stops.map((element) => {
      const words = element.getAttribute('aria-label') ?? element.innerText.replaceAll(/\s+/g, ' ').trim();
      const name = words === '' ? element.outerHTML.slice(0, 120) : words;
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      element.dataset.stop = time === 1 ? name : `${name} #${time}`;

      return element.dataset.stop;
    });
  });

interface Focus {
  readonly name: string;
  /** Whether an outline or a ring is drawn: round it, round the card that it stands for, or round its label. */
  readonly isMarked: boolean;
  readonly isInSight: boolean;
}

/** What has the focus; null when nothing of the page has it. */
const focused = (page: Page): Promise<Focus | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const isDrawn = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration): boolean =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    // What is there for screen readers only has one pixel.
    const shown = [element, ...labels].filter(({ offsetWidth, offsetHeight }) => offsetWidth > 4 && offsetHeight > 4);
    const isInWindow = (one: HTMLElement): boolean => {
      const { top, bottom, left, right } = one.getBoundingClientRect();

      return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    };

    return {
      name:
        element.dataset.stop ?? element.getAttribute('aria-label') ?? element.innerText.replaceAll(/\s+/g, ' ').trim(),
      isMarked: shown.some((one) => isDrawn(getComputedStyle(one)) || isDrawn(getComputedStyle(one, '::after'))),
      isInSight: shown.some(isInWindow),
    };
  });

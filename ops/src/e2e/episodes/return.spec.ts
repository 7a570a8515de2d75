import type { Page } from 'playwright-core';
import { sampleSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';
import { entityEntries, pressInPlace, rows, scrolled, TEA } from './episode.fixtures.ts';

const site = sampleSite();
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

for (const [way, query, look] of [
  ['nothing in particular', '', DESK],
  ['nothing in particular, on a phone', '', PHONE],
  ['an entity', '?entity=Guernsey', DESK],
  ['a moment', '?t=60', PHONE],
  ['words to find', '?find=the', DESK],
] as const)
  it(`Back and a reload lead to the line that the reader left, a link to what it names: ${way}`, async () => {
    const page = await site.open(`${TEA}${query}`, look);
    await rows(page).first().waitFor();
    const arrived = await stillPlace(page);
    await page.mouse.move(look.width / 3, look.height / 2);
    await page.mouse.wheel(0, 1500);
    await eventually(
      () => scrolled(page),
      (y) => expect(y).toBeGreaterThan(arrived.y + 1000),
    );
    const left = await stillPlace(page);
    expect(left.text).not.toBe('');
    await pressInPlace(page.getByRole('link', { name: 'Back to Podcast' }));
    await page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
    const isBack = () =>
      eventually(
        () => stillPlace(page),
        ({ text, top }) => expect({ text, top }).toEqual({ text: left.text, top: left.top }),
      );
    await page.goBack();
    await rows(page).first().waitFor();
    await isBack();
    await page.reload();
    await rows(page).first().waitFor();
    await isBack();
    await page.goto('/help');
    await page.goto(`${TEA}${query}`);
    await rows(page).first().waitFor();
    await eventually(
      () => stillPlace(page),
      ({ text, top }) => expect({ text, top }).toEqual({ text: arrived.text, top: arrived.top }),
    );
  });

it('Back leads to where the reader was above the transcript, although the page begins at a mention', async () => {
  const page = await site.open('/help');
  await page.goto(`${TEA}?entity=Guernsey`);
  await rows(page).first().waitFor();
  await eventually(
    () => scrolled(page),
    (y) => expect(y).toBeGreaterThan(1000),
  );
  await page.keyboard.press('Home');
  await eventually(
    () => scrolled(page),
    (y) => expect(y).toBe(0),
  );
  await page.getByRole('link', { name: 'Back to Podcast' }).click();
  await page.getByRole('heading', { level: 1, name: 'The Late Crossing' }).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  expect((await stillPlace(page)).y).toBe(0);
});

it('leaving an editor leads to the line from which it was opened', async () => {
  const page = await site.openAs('admin', `${TEA}?entity=Guernsey`);
  await rows(page).first().waitFor();
  await stillPlace(page);
  await page.mouse.move(DESK.width / 3, DESK.height / 2);
  await page.mouse.wheel(0, 900);
  const left = await stillPlace(page);
  await pressInPlace(page.getByRole('button', { name: 'Admin Edit' }));
  await page.getByRole('tab', { name: 'Manage Entities' }).click();
  await page.getByRole('button', { name: 'View Mode' }).click();
  await rows(page).first().waitFor();
  await eventually(
    () => stillPlace(page),
    ({ text, top }) => expect({ text, top }).toEqual({ text: left.text, top: left.top }),
  );
  // What is chosen there begins at its first mention all the same.
  await pressInPlace(entityEntries(page).nth(1));
  await page
    .getByRole('status')
    .filter({ hasText: /^1 of / })
    .waitFor();
});

/** What is in view once the page has stood still for a while: how far it is scrolled, and its first whole row with its top. */
const stillPlace = (page: Page): Promise<{ y: number; text: string; top: number }> =>
  page.evaluate(async () => {
    for (let still = 0, y = window.scrollY; still < 20; still += 1) {
      await new Promise(requestAnimationFrame);
      if (window.scrollY !== y) still = 0;
      y = window.scrollY;
    }
    const edge = document.querySelector('.reading-bar')?.getBoundingClientRect().bottom ?? 0;
    const first = [...document.querySelectorAll('[aria-label="Segments"] [role=listitem]')].find(
      (row) => row.getBoundingClientRect().top >= edge,
    );

    return {
      y: window.scrollY,
      text: first?.textContent ?? '',
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
    };
  });

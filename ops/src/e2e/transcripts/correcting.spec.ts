import type { Page } from 'playwright-core';
import { rows, scrolled } from '../episodes/episode.fixtures.ts';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { editedSite } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';
import { editor, editRows, said, undo } from './transcript-editor.fixtures.ts';

const site = editedSite();
/** No other file edits it. */
const PATH = '/podcasts/SecondHelping/são-paulo-lunch-under-the-curve';
const LINE = 40;

it('text is corrected where it is read: in its place, by keyboard, also offline, and the editor opens at the same line', async () => {
  const page = await site.openAs('admin', PATH, { reducedMotion: 'reduce' });
  const line = rows(page).nth(LINE);
  await line.waitFor();
  await line.evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const before = await textOf(page);
  const top = await stillTop(page);

  await it.step('a double click opens it with the word selected; nothing moves', async () => {
    await line.locator('.segment-text').dblclick({ position: { x: 12, y: 12 } });
    await field(page).waitFor();
    expect(Math.abs((await topOf(page)) - top)).toBeLessThanOrEqual(1);
    await page.keyboard.type('Corrected');
    const typed = await field(page).inputValue();
    expect(typed).toMatch(/^Corrected\b/);
    expect(typed.split(' ').slice(1)).toEqual(before.split(' ').slice(1));
  });
  await it.step('axe finds no fault, and at 400 % nothing is cut', async () => {
    await expectNoFaults(page, '[data-correcting]');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
  await it.step('Enter saves it; it can be taken back, and the place stays', async () => {
    const place = await stillTop(page);
    await field(page).press('Enter');
    await said(page, 'Correction saved');
    expect(await textOf(page)).toMatch(/^Corrected\b/);
    expect(Math.abs((await topOf(page)) - place)).toBeLessThanOrEqual(1);
    await undo(page).click();
    await said(page, 'The correction was undone');
    expect(await textOf(page)).toBe(before);
  });
  await it.step('offline it is kept, and sent when the device is back', async () => {
    await line.getByRole('button', { name: /^Correct / }).focus();
    await page.keyboard.press('e');
    await page.context().setOffline(true);
    await field(page).fill('Written offline.');
    await field(page).press('Control+Enter');
    await said(page, 'Offline. Saved on this device, will be sent when you are back');
    await page.context().setOffline(false);
    await said(page, 'Correction saved');
    await eventually(
      () => textOf(page),
      (text) => expect(text).toBe('Written offline.'),
    );
  });
  await it.step('"Admin Edit" opens at the line that was in sight', async () => {
    expect(await scrolled(page)).toBeGreaterThan(0);
    const first = await rows(page).evaluateAll((all) => all.findIndex((row) => row.getBoundingClientRect().top > 150));
    // The button is far above; the keyboard does not scroll.
    await page.getByRole('button', { name: 'Admin Edit' }).dispatchEvent('click');
    await editor(page).waitFor();
    await eventually(
      () =>
        editRows(page)
          .nth(first)
          .evaluate((row) => {
            const box = row.closest('.edit-box')!.getBoundingClientRect();
            const { top: rowTop, bottom } = row.getBoundingClientRect();

            return rowTop >= box.top && bottom <= Math.min(box.bottom, window.innerHeight);
          }),
      (isSeen) => expect(isSeen).toBe(true),
    );
  });
});

const field = (page: Page) => rows(page).getByRole('textbox', { name: 'Text' });
const textOf = async (page: Page) => (await rows(page).nth(LINE).locator('.segment-text').innerText()).trim();
const topOf = (page: Page): Promise<number> =>
  rows(page)
    .nth(LINE)
    .evaluate((row) => row.getBoundingClientRect().top);

/** Rows get their true height as they come into view; it stands still once it reads the same twice. */
async function stillTop(page: Page): Promise<number> {
  let last = Number.NaN;
  await eventually(
    () => topOf(page),
    (now) => {
      const before = last;
      last = now;
      expect(now).toBe(before);
    },
  );

  return last;
}

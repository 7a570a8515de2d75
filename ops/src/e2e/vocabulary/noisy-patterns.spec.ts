import { HeldPatternPage, NoisyPatternPage } from '@earmark/contracts/vocabulary';
import type { Locator, Page } from 'playwright-core';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import { siteWith } from '../kit/site.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { eventually } from '../kit/until.ts';
import { isTold } from '../transcripts/editor.fixtures.ts';

const site = siteWith('sample');
const FILE = 'name,type,entity\nIt,book,\nNow,company,Now Inc.\nOn,company,On Holding\n';
const HELD_FILE = 'name,type,entity\nThe,book,\nAnd,company,And Digital\nThat,book,\n';

it('everyday words are dealt with by keyboard alone: names that an import held, and patterns of the worklist', async () => {
  const admin = await site.product().signIn();
  const page = await site.openAs('admin', '/admin/entities', { reducedMotion: 'reduce' });
  await importFile(page, FILE);
  await page.getByRole('checkbox', { name: 'Hold back everyday words' }).press('Space');
  await importFile(page, HELD_FILE);
  const held = page.getByRole('list', { name: 'Names held back' });
  await held.waitFor();

  await it.step('of names held back one is added with the proposed option, one as it is, and one dropped', async () => {
    expect(await namesIn(held)).toEqual(['The', 'And', 'That']);
    await expectNoFaults(page, '[aria-labelledby=held-names]');
    await page.setViewportSize({ width: 1440, height: 900 });
    await held.getByRole('listitem', { name: 'The' }).focus();
    // The focus is in the next row at once, whatever is still on its way.
    await press(page, 'Tab', 'Tab', 'Tab', 'Enter');
    await hasFocus(page, 'And');
    await press(page, 'Tab', 'Enter');
    await hasFocus(page, 'That');
    await press(page, 'Tab', 'Tab', 'Enter');
    await isTold(page, 'Search pattern “That” was added');
    await held.waitFor({ state: 'detached' });
    expect(await admin.read('/api/admin/held-patterns', HeldPatternPage)).toMatchObject({ total: 0 });
  });

  await it.step('a key takes a proposal, leaves a pattern, or previews; undo brings a pattern back', async () => {
    await page.getByRole('button', { name: 'Find noisy patterns' }).press('Enter');
    const list = page.getByRole('list', { name: 'Patterns by mentions' });
    await eventually(
      () => namesIn(list),
      (names) => expect(names).toEqual(['It', 'That', 'On', 'Now']),
    );
    const row = (name: string) => list.getByRole('listitem', { name, exact: true });
    await row('On').focus();
    await page.keyboard.press('p');
    await page.getByRole('tab', { name: /^Removed/ }).waitFor();
    await expectNoFaults(page, '[aria-labelledby=pattern-counts]');
    await page.setViewportSize({ width: 1440, height: 900 });
    await row('On').focus();
    await press(page, 'p', 'k');
    await hasFocus(page, 'That');
    await press(page, 'j', '1', 'l');
    await row('On').waitFor({ state: 'detached' });
    await isTold(page, '“Now” stays as it is');
    await row('Now').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row('Now').waitFor();
  });
  const { patterns } = await admin.read('/api/admin/entity-patterns/counts?q=on', NoisyPatternPage);
  expect(patterns.find(({ name }) => name === 'On')).toMatchObject({ near: ['On Holding'] });
});

async function importFile(page: Page, text: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import CSV' }).press('Enter');
  const answered = page.waitForResponse((response) => response.url().includes('/entity-patterns/csv'));
  await (await choosing).setFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  expect((await answered).status()).toBe(200);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The rows, without those of a list within them. */
const namesIn = (list: Locator): Promise<(string | null)[]> =>
  list.locator(':scope > li').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

const hasFocus = async (page: Page, name: string): Promise<void> =>
  eventually(
    () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    (label) => expect(label).toBe(name),
  );

import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import { z } from 'zod';
import { expectNoFaults } from '../kit/axe.fixtures.ts';
import type { Locator, Page } from 'playwright-core';
import { readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { changeOf, openHistory, retell, saveTranscript, toast } from './history.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import { appears, editedSite, followsFeed, textsOf } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();
let admin: Administrator;

it.beforeAll(async () => {
  admin = await site.product().signIn();
});

const textOf = async (index: number): Promise<string> => (await readEpisode(site)).transcript[index]?.text ?? '';
/** The episode's page, loaded anew, with its history open. */
async function openAgain(page: Page): Promise<Locator> {
  await page.goto(TEA);

  return openHistory(page);
}

it('a visitor reads the history of an episode, with roles only and no actions', async () => {
  await retell(site, admin, { 2: 'With me is nobody.' });
  await retell(site, admin, { 2: 'With me is somebody.' });
  const page = await site.open(TEA);
  const sheet = await openHistory(page);
  const change = changeOf(sheet, /^Changed “nobody.” to “somebody.”/);
  await change.getByText('admin', { exact: true }).waitFor();
  expect((await textsOf(change.locator('del, ins'))).join(' ')).toBe('removed: nobody added: somebody');
  expect(await change.locator('time').getAttribute('title')).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d$/);
  expect(await sheet.getByRole('button', { name: /^(Revert this|Restore|Undo|Cause)/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await hasFocus(page.getByRole('button', { name: 'History', exact: true }))).toBe(true);
});

it.describe('an administrator', () => {
  it('reverts a change, merges what a later one blocks, undoes a whole save, and restores a version', async () => {
    const page = await site.openAs('admin', 'about:blank');
    await it.step(
      'reverts one change with a reason, offers to undo that, and leads from one to the other',
      async () => {
        const before = await textOf(4);
        await retell(site, admin, { 4: 'The kettle is on.' });
        const sheet = await openAgain(page);
        const change = changeOf(sheet, /to “The kettle is on.”/);
        await change.getByRole('button', { name: 'Revert this change' }).click();
        const form = sheet.getByRole('form', { name: 'Revert' });
        expect(await form.getByLabel('Reason (optional)').evaluate(isFocused)).toBe(true);
        await form.getByLabel('Reason (optional)').fill('There is no kettle.');
        await page.keyboard.press('Enter');
        await toast(page, 'Change reverted').waitFor();
        expect(await textOf(4)).toBe(before);
        const revert = changeOf(sheet, /^Changed “The kettle is on.” to/);
        await revert.getByText('There is no kettle.').waitFor();
        await change.getByRole('button', { name: 'Reverted since' }).click();
        expect(await revert.evaluate(isFocused)).toBe(true);
        await expect(change.locator('.line-through').first()).toContainText('The kettle is on.');
        await expect(change.getByText(/^It has already been undone/)).toContainText('The kettle is on.');
        await toast(page, 'Change reverted').getByRole('button', { name: 'Undo' }).click();
        await toast(page, 'Undone').waitFor();
        expect(await textOf(4)).toBe('The kettle is on.');
      },
    );

    await it.step('merges a text by hand', async () => {
      await retell(site, admin, { 16: 'The old boat is blue and small.' });
      await retell(site, admin, { 16: 'The old boat is green and small.' });
      await retell(site, admin, { 16: 'The old boat is green and quite small.' });
      const change = changeOf(await openAgain(page), /^Changed “blue” to “green”/);
      await change.getByRole('button', { name: 'Merge by hand' }).click();
      const form = change.getByRole('form', { name: 'Merge by hand' });
      const wish = form.getByLabel('How it should read');
      expect(await wish.inputValue()).toBe('The old boat is blue and quite small.');
      expect(await textsOf(form.locator('dd'))).toEqual([
        'The old boat is blue and small.',
        'The old boat is green and small.',
        'The old boat is green and quite small.',
      ]);
      await wish.fill('The old boat is blue and rather small.');
      await form.getByRole('button', { name: 'Save' }).click();
      await toast(page, 'Texts merged').waitFor();
      expect(await textOf(16)).toBe('The old boat is blue and rather small.');
    });

    await it.step('merges descriptions by hand as they look', async () => {
      const { episode } = await readEpisode(site);
      for (const colour of [
        '<p>A blue boat.</p>',
        '<p>A green boat.</p>',
        '<p>A green boat, <strong>quite</strong> small.</p>',
      ])
        await admin.put(`/api/episodes/${episode.uuid}/description`, { description: colour });
      const change = changeOf(await openAgain(page), /^Changed the description/).nth(1);
      await change.getByRole('button', { name: 'Merge by hand' }).click();
      const form = change.getByRole('region', { name: 'Merge by hand' });
      const wish = form.getByRole('textbox', { name: 'Description' });
      await wish.getByText('A blue boat, quite small.').waitFor();
      expect(await textsOf(form.locator('dd'))).toEqual([
        'A blue boat.',
        'A green boat.',
        'A green boat, quite small.',
      ]);
      await wish.getByText('A blue boat').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' It floats.');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await toast(page, 'Texts merged').waitFor();
      expect((await readEpisode(site)).description).toBe(
        '<p>A blue boat, <strong>quite</strong> small. It floats.</p>',
      );
    });

    await it.step('undoes a whole save after a preview, and undoes the undo', async () => {
      const before = await textOf(7);
      await retell(site, admin, { 7: 'Seven.', 8: 'Eight.' });
      await retell(site, admin, { 8: 'Eight again.' });
      const sheet = await openAgain(page);
      const save = changeOf(sheet, '2 segments were corrected.').first();
      await save.getByRole('button', { name: 'Show 2 changes' }).click();
      await save.getByRole('list', { name: 'Changes of this save' }).getByRole('article').nth(1).waitFor();
      await expectNoFaults(page, '[role=dialog]');
      await save.getByRole('button', { name: 'Undo this whole save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Undo this whole save' });
      await dialog.getByRole('heading', { name: 'Will be undone (1)' }).waitFor();
      await dialog.getByRole('heading', { name: 'Will not be undone (1)' }).waitFor();
      await expect(dialog).toContainText('A later change stands in the way');
      await dialog.getByRole('button', { name: 'Undo 1 change' }).click();
      await toast(page, '1 change undone').waitFor();
      expect([await textOf(7), await textOf(8)]).toEqual([before, 'Eight again.']);
      await toast(page, '1 change undone').getByRole('button', { name: 'Undo' }).click();
      await toast(page, 'Undone').waitFor();
      expect(await textOf(7)).toBe('Seven.');
    });

    await it.step('restores a version of the episode, and undoes that without later changes', async () => {
      await retell(site, admin, { 10: 'As it shall be.' });
      await saveTranscript(site, admin, (segments) => segments.filter((_, index) => index !== 11));
      await retell(site, admin, { 10: 'A mistake.' });
      const { transcript } = await readEpisode(site);
      await page.goto(`${TEA}?edit=transcript`);
      const history = await openHistory(page);
      const change = changeOf(history, /to “As it shall be.”/);
      await change.getByRole('button', { name: 'Restore this version' }).click();
      await change.getByRole('form', { name: 'Restore' }).getByRole('button', { name: 'Restore' }).click();
      await toast(page, 'Version restored').waitFor();
      const restored = (await readEpisode(site)).transcript;
      expect(restored[10]?.text).toBe('As it shall be.');
      expect(restored).toHaveLength(transcript.length + 1);
      await retell(site, admin, { 12: 'Somebody else came.' });
      // The offer outlives the editor, because the server keeps it.
      await history.getByRole('button', { name: 'Close history' }).click();
      await history.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'View Mode' }).click();
      await page.getByRole('button', { name: 'Admin Edit' }).waitFor();
      await toast(page, 'Version restored').getByRole('button', { name: 'Undo' }).click();
      await toast(page, 'Undone').waitFor();
      const again = (await readEpisode(site)).transcript;
      expect(again.filter(({ text }) => text === 'Somebody else came.')).toHaveLength(1);
      expect(again.map(({ id }) => id)).toEqual(transcript.map(({ id }) => id));
      expect(again[10]).toEqual(transcript[10]);
    });
  });

  it('sees effects of a request, histories of other things, and markup as it was typed', async () => {
    const page = await site.openAs('admin', 'about:blank');
    await it.step('the effects of the same request', async () => {
      await retell(site, admin, { 14: 'Fourteen.', 15: 'Fifteen.' });
      const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
      const entityTypeId = types.find(({ name }) => name === 'location')!.id;
      await admin.post('/api/admin/entity-patterns', { name: 'half past', entityTypeId });
      await page.goto('/admin/changes?kind=vocabulary');
      const change = changeOf(page, 'Search pattern “half past” was added.');
      await change.getByRole('button', { name: 'Cause and effects' }).click();
      const effects = change.getByRole('region', { name: 'Cause and effects' });
      await eventually(
        () => textsOf(effects.getByRole('listitem')),
        (texts) => expect(texts).toEqual([expect.stringContaining('half past')]),
      );
      await effects.getByRole('link', { name: 'Open in recent changes' }).click();
      await page.getByText('Only what one request changed is shown.').waitFor();
      await eventually(
        () => page.getByRole('list', { name: 'Changes of this save' }).getByRole('article').count(),
        (count) => expect(count).toBe(2),
      );
    });

    await it.step('the histories of podcasts, entities, categories and patterns', async () => {
      await page.goto('/podcasts/TheLateCrossing');
      await changeOf(await openHistory(page), 'The Late Crossing was added.').waitFor();
      await page.goto('/entities/new-york');
      // The import that named it is one entry for all that it named.
      await changeOf(await openHistory(page), /search patterns were imported|New York/)
        .first()
        .waitFor();
      await page.goto('/admin/entities?category=location');
      await changeOf(await openHistory(page), /^Category “Location” was created/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'History of New York', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'History' });
      expect(await appears(sheet.getByRole('article').first())).toBe(true);
    });

    await it.step('markup in a text and in the name of a speaker, here and in the transcript', async () => {
      const markup = '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>';
      await saveTranscript(site, admin, (segments) =>
        segments.map((segment, index) =>
          index === 18 ? { ...segment, text: markup, speaker: '<b>Eve</b>' } : segment,
        ),
      );
      await page.goto(TEA);
      await page.getByText(markup).first().waitFor();
      await page.getByText('<b>Eve</b>').filter({ visible: true }).first().waitFor();
      await openHistory(page);
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    });

    await it.step('by keyboard alone a change is found, reverted and brought back', async () => {
      await retell(site, admin, { 24: 'Twenty-four.' });
      await page.goto(TEA);
      await page.getByRole('button', { name: 'History', exact: true }).focus();
      await page.keyboard.press('Enter');
      const change = changeOf(page, /to “Twenty-four.”/);
      await change.waitFor();
      await change.getByRole('button', { name: 'Revert this change' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: 'Revert' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('form', { name: 'Revert' }).waitFor({ state: 'detached' });
      expect(await hasFocus(change)).toBe(true);
      await change.getByRole('button', { name: 'Revert this change' }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type('By key.');
      await page.keyboard.press('Enter');
      await toast(page, 'Change reverted').waitFor();
      expect(await hasFocus(change)).toBe(true);
    });
  });
});

it('an edit of an open page by another user is shown and announced; one’s own is not announced', async () => {
  const page = await site.open(TEA);
  const own = await site.openAs('admin', TEA);
  await rows(page).first().waitFor();
  await rows(own).first().waitFor();
  for (const open of [page, own]) await followsFeed(open);
  await retell(site, admin, { 20: 'Said differently.' });
  // First, because it disappears on its own.
  await expect(toast(page, /Said differently/)).toContainText('By admin, just now');
  for (const open of [page, own]) await rows(open).filter({ hasText: 'Said differently.' }).waitFor();
  expect(await toast(own, /Said differently/).count()).toBe(0);
});

const isFocused = (element: Element): boolean => element === document.activeElement;
/** Waits until it has the focus. Resolves to true; throws when it does not come to that. */
async function hasFocus(locator: Locator): Promise<boolean> {
  await eventually(
    () => locator.evaluate(isFocused),
    (has) => expect(has).toBe(true),
  );

  return true;
}

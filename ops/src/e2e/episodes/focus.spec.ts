import { EntityTypeView } from '@earmark/contracts/vocabulary';
import { expect, it } from '../kit/test.ts';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openEditor } from '../transcripts/editor.fixtures.ts';
import { rows, TEA } from './episode.fixtures.ts';
import { PASSWORD } from '../kit/product.ts';
import { editedSite } from '../kit/site.fixtures.ts';
import { editRows } from '../transcripts/transcript-editor.fixtures.ts';
import { eventually } from '../kit/until.ts';

const site = editedSite();

/** What has the focus: its name, its label, or what it says. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === document.body || element === null) return 'nothing';
    const [label] =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? (element.labels ?? []) : [];

    return element.getAttribute('aria-label') ?? label?.innerText ?? (element.id || element.textContent);
  });

/** Waits until it has the focus. Resolves to true; throws when it does not come to that. */
async function hasFocus(page: Page, name: string): Promise<boolean> {
  await eventually(
    () => focused(page),
    (found) => expect(found).toBe(name),
  );

  return true;
}

/** By the keyboard, so that the focus is where it would be. */
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).press('Enter');

it.describe('on the way to another page', () => {
  it('the focus begins at its content, in the field to sign in with, or where the menu of a phone leads', async () => {
    const page = await site.open('/');
    await it.step('at its content, and its title is said', async () => {
      await page.getByRole('link', { name: 'Preferences' }).press('Enter');
      expect(await hasFocus(page, 'content')).toBe(true);
      await page.getByRole('status').filter({ hasText: 'Preferences · Earmark' }).waitFor({ state: 'attached' });
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      expect(await hasFocus(page, 'content')).toBe(true);
    });

    await it.step('in the menu of a phone at the page that is open, then at the content of the next', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/help');
      await press(page, 'Open menu');
      await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
      expect(await hasFocus(page, 'Help')).toBe(true);
      await page.getByRole('link', { name: 'Preferences' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor();
      expect(await hasFocus(page, 'content')).toBe(true);
      await page.goto('/nowhere');
      await press(page, 'Open menu');
      expect(await hasFocus(page, 'Close menu')).toBe(true);
    });

    await it.step('in the first field of the page to sign in on, and at the content after that', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/help');
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).press('Enter');
      expect(await hasFocus(page, 'User name')).toBe(true);
      await page.keyboard.type('admin');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Account: admin/ }).waitFor();
      expect(await hasFocus(page, 'content')).toBe(true);
    });
  });
});

it.describe('in an episode', () => {
  it('comes to the player first, stays on what leads into editing, goes into what is opened, and comes back', async () => {
    const page = await site.openAs('admin', TEA);
    await it.step('the focus comes to the player before the many entities and segments', async () => {
      await rows(page).first().waitFor();
      const isBefore = await page.getByRole('region', { name: 'Audio player' }).evaluate((player) =>
        ['Search entities...', 'Segments'].every((label) => {
          const other = document.querySelector(`[aria-label="${label}"]`);

          return other !== null && (player.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        }),
      );
      expect(isBefore).toBe(true);
    });

    await it.step('comes back from the dialog of the keys', async () => {
      await press(page, 'Keyboard shortcuts');
      expect(await hasFocus(page, 'Close')).toBe(true);
      await page.keyboard.press('Escape');
      expect(await hasFocus(page, 'Keyboard shortcuts')).toBe(true);
    });

    await it.step('stays on what leads into editing and out of it, and goes into what is opened there', async () => {
      await press(page, 'Admin Edit');
      expect(await hasFocus(page, 'View Mode')).toBe(true);
      await press(page, 'View Mode');
      expect(await hasFocus(page, 'Admin Edit')).toBe(true);
      await press(page, 'Admin Edit');
      await press(page, 'Rename speaker');
      expect(await hasFocus(page, 'Speaker')).toBe(true);
      await press(page, 'Find and replace');
      expect(await hasFocus(page, 'Find')).toBe(true);
      await page.keyboard.type('tea');
      await page.getByRole('button', { name: /^Replace \d/ }).press('Enter');
      expect(await hasFocus(page, 'Replace 0')).toBe(true);
      await press(page, 'Discard changes');
    });

    await it.step('comes back to the link when the page is not left after all', async () => {
      await editRows(page)
        .first()
        .getByRole('button', { name: /^Delete segment/ })
        .click();
      await page.getByRole('link', { name: 'Back to Podcast' }).press('Enter');
      await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
      expect(await hasFocus(page, 'Cancel')).toBe(true);
      await page.keyboard.press('Escape');
      expect(await hasFocus(page, 'Back to Podcast')).toBe(true);
    });

    await it.step('stays on “Save Entities” when all is saved', async () => {
      await press(page, 'Discard changes');
      await page.getByRole('tab', { name: 'Manage Entities' }).click();
      const form = page.getByRole('form', { name: 'Add entity' });
      await form.getByLabel('Name', { exact: true }).fill('gangway');
      await form.getByLabel('Type', { exact: true }).selectOption({ label: 'Location' });
      await form.getByRole('button', { name: 'Add Entity' }).click();
      await press(page, 'Save Entities');
      await page.getByText('Entities saved successfully!').waitFor();
      expect(await hasFocus(page, 'Save Entities')).toBe(true);
    });
  });
});

it.describe('a message that stays', () => {
  it('lies over nothing of a history that is open, and over no row that cannot be scrolled from under it', async () => {
    const page = await openEditor(site, 'Edit Transcript');
    await editRows(page)
      .last()
      .getByRole('button', { name: /^Delete segment/ })
      .click();
    const message = page.locator('[data-sonner-toast]');
    await message.waitFor();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const edge = async () => (await message.boundingBox())?.y ?? 0;
    const list = page.getByRole('region', { name: /^\d+ segments?$/ });
    await eventually(
      async () => ((await list.boundingBox())?.y ?? 0) + ((await list.boundingBox())?.height ?? 0) - (await edge()),
      (over) => expect(over).toBeLessThanOrEqual(0),
    );
    await press(page, 'History');
    const sheet = page.getByRole('dialog', { name: 'History' });
    await sheet.waitFor();
    await eventually(
      async () => [await message.boundingBox(), await sheet.boundingBox()],
      ([one, other]) => expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThanOrEqual(other?.x ?? 0),
    );
  });
});

it.describe('in the vocabulary', () => {
  it('comes back from the question, goes to the next pattern when one is deleted, and into the form of a new category', async () => {
    const page = await site.openAs('admin', '/admin/entities?category=platform');
    await it.step('comes back from the question, and goes to the next pattern when one is deleted', async () => {
      for (const name of ['Zz first wave', 'Zz second wave']) {
        const form = page.getByRole('form', { name: 'Add pattern' });
        await form.getByLabel('Search term').fill(name);
        await form.getByRole('button', { name: 'Add Pattern' }).click();
        await page.getByRole('button', { name: `Delete ${name}` }).waitFor();
        // The form is emptied for the next one.
        await eventually(
          () => form.getByLabel('Search term').inputValue(),
          (left) => expect(left).toBe(''),
        );
      }
      const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this pattern?' });
      await press(page, 'Delete Zz first wave');
      await question.getByRole('tab', { name: 'Removed 0', selected: true }).waitFor();
      const [id] = ((await question.getAttribute('aria-describedby')) ?? '').split(' ');
      await expect(page.locator(`[id="${id}"]`)).toContainText(/^“Zz first wave”, in [^.]+\.$/);
      await page.keyboard.press('Escape');
      expect(await hasFocus(page, 'Delete Zz first wave')).toBe(true);
      await press(page, 'Delete Zz first wave');
      await question.getByRole('button', { name: 'Delete' }).press('Enter');
      await page.getByRole('button', { name: 'Delete Zz first wave' }).waitFor({ state: 'detached' });
      expect(await hasFocus(page, 'Edit Zz second wave')).toBe(true);
      // Not again with whatever comes, once somebody has pointed elsewhere.
      await page.getByRole('heading', { level: 1 }).click();
      await page.locator(':focus').blur();
      const admin = await site.product().signIn();
      const types = await admin.read('/api/admin/entity-types', z.array(EntityTypeView));
      const entityTypeId = types.find(({ name }) => name === 'platform')?.id;
      await admin.post('/api/admin/entity-patterns', { name: 'Zz third wave', entityTypeId });
      await page.getByRole('button', { name: 'Delete Zz third wave' }).waitFor();
      expect(await focused(page)).toBe('nothing');
    });

    await it.step('goes into the form of a new category', async () => {
      await press(page, 'Add category');
      expect(await hasFocus(page, 'Name')).toBe(true);
    });
  });
});

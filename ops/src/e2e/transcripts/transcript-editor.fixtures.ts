import { expect } from '../kit/test.ts';
import type { Locator, Page } from 'playwright-core';
import { beginEditing } from './editor.fixtures.ts';
import type { Look, Site } from '../kit/site.fixtures.ts';
import { eventually } from '../kit/until.ts';

/** The episode's page in edit mode, as an administrator of a browser of their own. */
export async function openEditor(site: Site, path: string, { as = 'admin', ...look }: Look & { as?: string } = {}) {
  const page = await site.openAs(as, path, { reducedMotion: 'reduce', ...look });
  await edit(page);

  return page;
}

/** From reading to the editor; after a reload the page is there already. */
export async function edit(page: Page): Promise<void> {
  await beginEditing(page);
  await editor(page).waitFor();
}

export const editor = (page: Page): Locator => page.getByRole('region', { name: /^\d+ segments?$/ });

export const editRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Segments to edit' }).getByRole('listitem');

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: /^(Save Transcript|Saving…)$/ });

export const textField = (page: Page): Locator => editRows(page).getByRole('textbox', { name: 'Text' });

/** Opens the row with this number, from 0. */
export async function openRow(page: Page, index: number): Promise<void> {
  await editRows(page)
    .nth(index)
    .getByRole('button', { name: /^Edit segment/ })
    .click();
  await textField(page).waitFor();
}

/** Gives the row another text and leaves it with Enter. */
export async function rewrite(page: Page, index: number, text: string): Promise<void> {
  await openRow(page, index);
  await textField(page).fill(text);
  await textField(page).press('Enter');
}

export async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await said(page, 'Transcript saved successfully!');
  await page.getByRole('button', { name: 'Save Transcript', disabled: true }).waitFor();
}

/** Waits for the one toast to say this. */
export const said = (page: Page, text: string): Promise<void> =>
  page.getByRole('listitem').filter({ hasText: text }).last().waitFor();

/** The texts of these rows, without marks beside them. */
export const textsShown = (page: Page): Promise<string[]> =>
  editRows(page)
    .locator('.edit-text')
    .evaluateAll((texts) => texts.map((text) => text.firstChild?.textContent ?? ''));

export const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

/** Label, else text, of what has the focus. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;

    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

export const focusIsOn = (page: Page, name: RegExp): Promise<void> =>
  eventually(
    () => focusedName(page),
    (focused) => expect(focused).toMatch(name),
  );

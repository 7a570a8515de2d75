import type { EpisodePage } from '@earmark/contracts/episodes';
import type { Locator, Page } from 'playwright-core';
import { isTold } from '../transcripts/editor.fixtures.ts';

export const list = (page: Page): Locator => page.getByRole('list', { name: 'Current entities' });

export const row = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Edit ${name}`, exact: true }) });

export const form = (page: Page): Locator => page.getByRole('form', { name: /^(Add entity|Edit )/ });

export const nameField = (page: Page): Locator => form(page).getByLabel('Name', { exact: true });

/** In the readers' list. */
export const entry = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Entities' }).getByRole('button', { name: new RegExp(`^${name} `) });

export const save = (page: Page): Locator => page.getByRole('button', { name: 'Save Entities' });

export const unsaved = (page: Page): Locator => page.getByText('Unsaved changes', { exact: true });

export async function add(page: Page, name: string, type: string, url = ''): Promise<void> {
  await nameField(page).fill(name);
  await form(page).getByLabel('Type', { exact: true }).selectOption({ label: type });
  await form(page).getByLabel('URL (optional)').fill(url);
  await form(page).getByRole('button', { name: 'Add Entity' }).click();
}

export async function saved(page: Page): Promise<void> {
  await save(page).click();
  await isTold(page, 'Entities saved successfully!');
  await unsaved(page).waitFor({ state: 'detached' });
}

/** The entities of an episode as a save sends them. */
export const listed = ({ entityMentions }: EpisodePage) =>
  entityMentions.map(({ entity: { id, name, type, url } }) => ({ entity: { id, name, type, url } }));

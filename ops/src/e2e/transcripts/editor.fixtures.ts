import { expect } from '../kit/test.ts';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { Page } from 'playwright-core';
import { readEpisode, TEA } from '../episodes/episode.fixtures.ts';
import type { Look, Site } from '../kit/site.fixtures.ts';

export type EditorTab = 'Edit Transcript' | 'Manage Entities' | 'Edit Description';

/** The episode's page in a new browser of the administrator, with this editor open. */
export async function openEditor(site: Site, tab: EditorTab, look?: Look, path: string = TEA): Promise<Page> {
  const page = await site.openAs('admin', path, look);
  await showEditor(page, tab);

  return page;
}

/** From reading to this editor; after a reload the page is there already. */
export async function showEditor(page: Page, tab: EditorTab): Promise<void> {
  await beginEditing(page);
  await page.getByRole('tab', { name: tab }).click();
}

/** Presses "Admin Edit" where the episode is read. */
export async function beginEditing(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /^(Admin Edit|View Mode)$/ });
  if ((await toggle.innerText()) === 'Admin Edit') await toggle.click();
}

/** The one message that is shown; waits until it reads so. */
export async function isTold(page: Page, ...texts: string[]): Promise<void> {
  // One that is on its way out may still be seen.
  const message = page.locator('[data-sonner-toast]:not([data-removed="true"])');
  for (const text of texts) await message.getByText(text, { exact: true }).waitFor();
  await expect(message).toHaveCount(1);
}

/** What another administrator saves meanwhile: the body is made from the episode as it is. */
export async function saveElsewhere(
  site: Site,
  page: Page,
  part: 'entities' | 'description',
  bodyOf: (episode: EpisodePage) => object,
  path: string = TEA,
): Promise<void> {
  const episode = await readEpisode(site, path);
  const { url } = site.product();
  const answer = await page.request.put(`${url}/api/episodes/${episode.episode.uuid}/${part}`, {
    data: bodyOf(episode),
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`it was not saved: ${answer.status()} ${await answer.text()}`);
}

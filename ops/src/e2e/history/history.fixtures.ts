import type { EpisodePage } from '@earmark/contracts/episodes';
import type { Locator, Page } from 'playwright-core';
import { readEpisode } from '../episodes/episode.fixtures.ts';
import type { Administrator } from '../kit/product.ts';
import type { Site } from '../kit/site.fixtures.ts';

type Segment = EpisodePage['transcript'][number];

/** Saves the transcript of the sample episode as `edit` leaves it; indexes count from 0. */
export async function saveTranscript(
  site: Site,
  admin: Administrator,
  edit: (segments: Segment[]) => Segment[],
): Promise<void> {
  const { episode, transcript } = await readEpisode(site);
  const segments = edit(structuredClone(transcript));
  await admin.put(`/api/episodes/${episode.uuid}/transcript`, { segments });
}

/** Gives segments other texts, in one save. */
export const retell = (site: Site, admin: Administrator, texts: Readonly<Record<number, string>>): Promise<void> =>
  saveTranscript(site, admin, (segments) =>
    segments.map((segment, index) => ({ ...segment, text: texts[index] ?? segment.text })),
  );

/** Opens the history of the page. */
export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'History' });
  await sheet.getByRole('list', { name: 'Changes' }).waitFor();

  return sheet;
}

/** One change of a list, by its sentence. */
export const changeOf = (within: Locator | Page, sentence: string | RegExp): Locator =>
  within.getByRole('article', { name: sentence });

export const toast = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });

import { SavedAnswer, type EpisodePage } from '@earmark/contracts/episodes';
import type { AdminCall, Answered } from './admin-call.ts';

/** What the editor sends: the whole transcript. */
export const bodyOf = ({ transcript }: EpisodePage): string => JSON.stringify({ segments: transcript });

/** Saves the transcript as the editor does, expecting this many changes; returns the page as it is afterwards. */
export async function saveTranscript(
  call: AdminCall,
  page: EpisodePage,
  expected: number,
): Promise<Answered & { page: EpisodePage }> {
  const path = `/api/episodes/${page.episode.uuid}/transcript`;
  const answered = await call('PUT', path, bodyOf(page), { 'if-match': `"${page.version}"` });
  const { changes, version } = SavedAnswer.parse(answered.answer);
  if (changes !== expected) throw new Error(`${changes} changes were recorded, not ${expected}`);
  if (version === null) throw new Error('the transcript was changed by another writer');

  return { ...answered, page: { ...page, version } };
}

import type { UploadStatus } from '@earmark/contracts/uploads';

const MOST_LABELS = 4;

/** "SPEAKER_00 and SPEAKER_01 have no names yet." */
export function unnamedSpeakers(labels: readonly string[]): string {
  const shown = labels.length > MOST_LABELS ? labels.slice(0, MOST_LABELS - 1) : labels;
  const more = labels.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  const list = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;

  return `${list} ${labels.length === 1 ? 'has no name' : 'have no names'} yet.`;
}

/** What an operator should know about an episode of this status. */
export function messageOfStatus(
  status: UploadStatus,
  {
    labels,
    isReplaced,
    hasSpeakers,
  }: { readonly labels: readonly string[]; readonly isReplaced: boolean; readonly hasSpeakers: boolean },
): string {
  switch (status) {
    case 'not_ready':
      return 'There is no transcript yet.';
    case 'error':
      return 'The last upload failed.';
    case 'uploaded':
      return 'The assistant answers from this transcript.';
    case 'ready':
      return hasSpeakers ? 'All speakers are named.' : 'No speakers are known.';
    case 'needs_speaker_update':
      if (labels.length > 0) return unnamedSpeakers(labels);
      return isReplaced
        ? 'The transcript was replaced after the upload.'
        : 'The transcript was corrected after the upload.';
  }
}

import type { TranscriptStatusEpisode, UploadBatch, UploadStatus } from '@earmark/contracts/uploads';
import { RequestFailed, detailOf } from '../kit/api.ts';
import { counted } from '../kit/counted.ts';
import type { UploadResult } from './result-dialog.tsx';
import type { Bulk } from './uploads.api.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

/** `not_ready` is a status that the page does not know. */
export const STATUSES: Readonly<Record<UploadStatus, { readonly label: string; readonly tone: Tone }>> = {
  ready: { label: 'Ready', tone: 'accent' },
  uploaded: { label: 'Uploaded', tone: 'good' },
  needs_speaker_update: { label: 'Needs Update', tone: 'warn' },
  error: { label: 'Error', tone: 'bad' },
  not_ready: { label: 'Unknown', tone: 'plain' },
};

export const CONFIRMATIONS: Readonly<
  Record<Bulk, { readonly question: (count: number) => string; readonly about: string; readonly confirm: string }>
> = {
  upload: {
    question: (count) => `Upload ${count.toLocaleString('en-GB')} validated transcripts?`,
    about: 'Three are uploaded at a time. Uploads continue on the server, whether or not this page is open.',
    confirm: 'Upload',
  },
  retry: {
    question: (count) => `Retry ${count.toLocaleString('en-GB')} failed uploads?`,
    about: 'Three are uploaded at a time. Uploads continue on the server, whether or not this page is open.',
    confirm: 'Retry',
  },
  changed: {
    question: (count) => `Upload ${count.toLocaleString('en-GB')} changed transcripts again?`,
    about: 'Each new version replaces the one that the assistant has now.',
    confirm: 'Upload',
  },
};
const FAILED: Readonly<Record<Bulk, string>> = {
  upload: 'Bulk upload failed',
  changed: 'Bulk upload failed',
  retry: 'Retry failed',
};

/** What a batch came to. */
export function resultOfBatch(bulk: Bulk, batch: UploadBatch): UploadResult {
  const { successCount, errorCount, total, details, message } = batch;
  const counts = `${counted(successCount, 'transcript')} uploaded, ${errorCount.toLocaleString('en-GB')} failed.`;
  if (total > 0 && successCount === 0)
    return { title: `${FAILED[bulk]}: ${details[0] ?? message}`, lines: [counts, ...details.slice(1)] };

  return { title: message, lines: total === 0 ? [] : [counts, ...details] };
}

export const failureOfBulk = (bulk: Bulk, error: Error): UploadResult => ({
  title: `${FAILED[bulk]}: ${detailsOf(error)}`,
  lines: [],
});

/** The sentence of a refusal without its status. */
export const detailsOf = (error: Error): string =>
  error instanceof RequestFailed ? detailOf(JSON.stringify(error.problem ?? ''), error.status) : error.message;

/** What the button of an episode says; null: nothing can be done here. */
export function actionOf({ status, mayUpload }: Pick<TranscriptStatusEpisode, 'status' | 'mayUpload'>): string | null {
  if (!mayUpload) return null;

  return status === 'error' ? 'Retry' : status === 'needs_speaker_update' ? 'Upload again' : 'Upload';
}

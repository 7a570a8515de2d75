import { expect, it } from '@jest/globals';
import type { EpisodeProcessing } from '@earmark/contracts/pipeline';
import { screen, waitFor } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { ProcessingNotice, ReprocessingNotice } from './processing-notice.tsx';

const CALL = '/api/episodes/ferries/processing';
const EPISODE = { uuid: 'ferries', title: 'Ferries', podcastId: 'harbour' };

it.each<[Partial<EpisodeProcessing>, string]>([
  [{ state: 'none' }, 'Not transcribed yet. You can still play the audio.'],
  [{ state: 'queued', queuePosition: 3 }, 'It waits to be transcribed: number 3 in the queue.'],
  [
    { state: 'running', step: 1, stepName: 'Speech-to-text transcription' },
    'It is being transcribed now: step 2 of 9, Speech-to-text transcription.',
  ],
  [
    { state: 'running', step: 4, stepName: 'Speaker mapping', totalSteps: 8 },
    'It is being transcribed now: step 4 of 8, Speaker mapping.',
  ],
  [
    { state: 'failed', reason: 'The sound could not be transcribed.' },
    'The transcription failed. The sound could not be transcribed.',
  ],
  [{ state: 'not-permitted' }, 'The publisher does not permit its transcription.'],
  [{ state: 'corrections-wait' }, 'A new transcript is ready and appears once its corrections have been checked.'],
])('says to readers of %o: %s', async (state, words) => {
  answers('get', CALL, processing(state));
  open(false);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(words));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('says that there is none while its state cannot be fetched', async () => {
  const calls = answers('get', CALL, () => refusal(503, 'down', 'The database is away.'));
  open(false);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.getByRole('status')).toHaveTextContent('Not transcribed yet.');
});

it('leads administrators to its runs, and lets them process it', async () => {
  answers('get', CALL, processing({ state: 'failed' }));
  open(true);
  expect(await screen.findByRole('link', { name: 'Runs of this episode' })).toHaveAttribute(
    'href',
    '/admin/episodes?episode=ferries',
  );
  expect(screen.getByRole('button', { name: 'Process' })).toBeVisible();
});

it('offers no second run while one is open', async () => {
  answers('get', CALL, processing({ state: 'queued' }));
  open(true);
  await screen.findByRole('link', { name: 'Runs of this episode' });
  expect(screen.queryByRole('button', { name: 'Process' })).toBeNull();
});

it('says that a transcript which can be read is processed again', async () => {
  answers('get', CALL, processing({ state: 'running', step: 0, stepName: 'Clear existing data' }));
  show(<ReprocessingNotice episodeUuid="ferries" />);
  expect(await screen.findByRole('status')).toHaveTextContent('Processing again.');
});

const open = (mayProcess: boolean) =>
  show(
    <ProcessingNotice
      episode={EPISODE}
      otherwise="Not transcribed yet."
      more="You can still play the audio."
      mayProcess={mayProcess}
    />,
  );

const processing = (more: Partial<EpisodeProcessing>): EpisodeProcessing => ({
  state: 'none',
  step: null,
  stepName: null,
  totalSteps: 9,
  queuePosition: null,
  reason: null,
  ...more,
});

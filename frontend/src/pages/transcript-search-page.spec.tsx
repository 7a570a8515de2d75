import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { fakeEventSources } from '../testing/event-source.ts';
import { show } from '../testing/show.tsx';
import { batchOf, statusAnswer, uploadable } from '../testing/uploads.ts';
import { Toasts } from '../ui/toast.tsx';
import { TranscriptSearchPage } from './transcript-search-page.tsx';

const BASE = '/api/admin/transcript-search';
const STATUS = `${BASE}/episodes-status`;
const PAGE = '/admin/transcript-search';

const open = (address = PAGE) =>
  show(
    <>
      <TranscriptSearchPage />
      <Toasts />
    </>,
    address,
  );
const card = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  answers('get', '/api/dashboard/podcast-series', [
    { id: 'harbour', slug: 'harbour', name: 'Harbour', host: null, imageUrl: null, episodeCount: 3 },
  ]);
});

describe('the list', () => {
  it('shows each transcript with its state, times and error', async () => {
    answers(
      'get',
      STATUS,
      statusAnswer([
        uploadable('Ferries'),
        uploadable('Lighthouses', {
          status: 'error',
          validationMessage: 'The last upload failed.',
          openaiUploadError: 'OpenAI could not read the transcript.',
          openaiLastAttempt: '2026-11-23T04:00:00.000Z',
        }),
        uploadable('Cranes', { status: 'uploaded', openaiUploadedAt: '2026-11-23T04:00:00.000Z', mayUpload: false }),
        uploadable('Silence', {
          status: 'not_ready',
          mayUpload: false,
          validationMessage: 'There is no transcript yet.',
        }),
      ]),
    );
    open();
    const ready = within(await screen.findByRole('article', { name: 'Ferries' }));
    expect(ready.getByRole('link', { name: 'Ferries' })).toHaveAttribute('href', '/podcasts/harbour/ferries');
    expect(ready.getAllByText('Never')).toHaveLength(2);
    expect(ready.getByRole('button', { name: 'Upload Ferries' })).toBeVisible();
    const failed = within(screen.getByRole('article', { name: 'Lighthouses' }));
    expect(failed.getByText('Error')).toBeVisible();
    expect(failed.getByText('OpenAI could not read the transcript.')).toBeVisible();
    expect(failed.getByRole('button', { name: 'Retry Lighthouses' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Cranes/ })).toBeNull();
    expect(within(screen.getByRole('article', { name: 'Silence' })).getByText('Unknown')).toBeVisible();
  });

  it('says when there is nothing, and why it could not be loaded', async () => {
    let isDown = true;
    answers('get', STATUS, () =>
      isDown ? refusal(503, 'down', 'The database is away.') : Response.json(statusAnswer([])),
    );
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading transcripts503: The database is away.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No episodes yet')).toBeVisible();
  });

  it('filters by a card, which the address remembers, and groups what needs an update by podcast', async () => {
    const calls = answers('get', STATUS, ({ url }: { url: URL }) =>
      Response.json(
        url.searchParams.get('status') === null
          ? statusAnswer([uploadable('Ferries')], { needsSpeakerUpdate: 2 })
          : statusAnswer(
              [
                uploadable('Cranes', { status: 'needs_speaker_update', validationMessage: 'It was corrected.' }),
                uploadable('Moles', { podcastId: 'night', podcastName: 'Night', mayUpload: false }),
              ],
              { total: 3, needsSpeakerUpdate: 2, changed: 1 },
            ),
      ),
    );
    const { user, address } = open();
    await user.click(await card(/^Needs Update 2$/));
    expect(await screen.findByRole('region', { name: 'Night' })).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Harbour' })).getByText('It was corrected.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload again Cranes' })).toBeVisible();
    expect(await card(/^Needs Update/)).toHaveAttribute('aria-pressed', 'true');
    expect(address()).toBe(`${PAGE}?status=needs_speaker_update`);
    await user.click(await card(/^Total Episodes/));
    expect(address()).toBe(PAGE);
    expect(calls.map(({ url }) => url.searchParams.get('status'))).toEqual([null, 'needs_speaker_update', null]);
  });
});

describe('services', () => {
  it('are initialised, and the dialog names the store', async () => {
    answers('get', STATUS, statusAnswer([]));
    let success = false;
    answers('post', `${BASE}/initialize`, () =>
      Response.json(
        success
          ? { success, vectorStoreId: 'vs_1', details: 'The vector store vs_1 is ready.' }
          : { success, vectorStoreId: null, details: 'OpenAI rejected the API key (401). Check OPENAI_API_KEY.' },
      ),
    );
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Initialize Services' }));
    const failed = await screen.findByRole('alertdialog');
    expect(failed).toHaveAccessibleName(
      'Failed to initialize: OpenAI rejected the API key (401). Check OPENAI_API_KEY.',
    );
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    success = true;
    await user.click(screen.getByRole('button', { name: 'Initialize Services' }));
    expect(await screen.findByText('Vector store: vs_1')).toBeVisible();
  });
});

describe('an upload', () => {
  it('is announced, and refreshes the list', async () => {
    let isUploaded = false;
    answers('get', STATUS, () =>
      Response.json(statusAnswer([uploadable('Ferries', isUploaded ? { status: 'uploaded', mayUpload: false } : {})])),
    );
    answers('post', `${BASE}/upload/ferries`, () => {
      isUploaded = true;
      return Response.json({ success: true, message: 'Transcript uploaded', details: 'It is there.' });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Upload Ferries' }));
    expect(await screen.findByText('Transcript uploaded')).toBeVisible();
    expect(await screen.findByText('Uploaded', { selector: 'article span' })).toBeVisible();
  });

  it('fails in a dialog, whether the service or the site refuses it', async () => {
    answers('get', STATUS, statusAnswer([uploadable('Ferries'), uploadable('Cranes')]));
    answers('post', `${BASE}/upload/ferries`, { success: false, message: 'Upload failed', details: 'OpenAI is away.' });
    answers('post', `${BASE}/upload/cranes`, () => refusal(409, 'transcript-not-ready', 'SPEAKER_00 has no name yet.'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Upload Ferries' }));
    expect(await screen.findByRole('alertdialog', { name: 'Upload failed: OpenAI is away.' })).toBeVisible();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Upload Cranes' }));
    expect(
      await screen.findByRole('alertdialog', { name: 'Upload failed: SPEAKER_00 has no name yet.' }),
    ).toBeVisible();
  });
});

describe('many uploads', () => {
  it('are asked for first, watched, and counted at their end', async () => {
    answers('get', STATUS, statusAnswer([uploadable('Ferries')], { ready: 3, errors: 2 }));
    const starts = answers('post', `${BASE}/upload-validated`, {
      success: true,
      message: 'Uploading…',
      successCount: 0,
      errorCount: 0,
      details: [],
      batchId: 'batch-1',
      queued: 3,
    });
    let hasEnded = false;
    answers('get', `${BASE}/batches/batch-1`, () =>
      Response.json(
        hasEnded
          ? batchOf({
              successCount: 2,
              errorCount: 1,
              message: '2 of 3 transcripts uploaded.',
              details: ['Cranes: It could not be read.'],
            })
          : batchOf({ queued: 1, uploading: 1, successCount: 1, current: ['Ferries'] }),
      ),
    );
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Upload All' }));
    const question = await screen.findByRole('alertdialog', { name: 'Upload 3 validated transcripts?' });
    await user.click(within(question).getByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('1 of 3 uploads ended')).toBeVisible();
    expect(screen.getByText('Uploading Ferries')).toBeVisible();
    expect(address()).toBe(`${PAGE}?batch=batch-1&bulk=upload`);
    expect(starts.map(({ body }) => body)).toEqual([{ changed: false, wait: false }]);
    hasEnded = true;
    const ended = await screen.findByRole('alertdialog', { name: '2 of 3 transcripts uploaded.' }, { timeout: 5000 });
    expect(ended).toHaveTextContent('2 transcripts uploaded, 1 failed.');
    expect(ended).toHaveTextContent('Cranes: It could not be read.');
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  describe('pushed by the server', () => {
    const sources = fakeEventSources();

    it('move the batch and the rows without another question, and ask for the counts once one has ended', async () => {
      const waiting = [
        uploadable('Ferries', { progress: 'queued' }),
        uploadable('Cranes', { progress: 'queued' }),
        uploadable('Moles'),
      ];
      const lists = answers('get', STATUS, statusAnswer(waiting, { total: 3, open: 2 }));
      const batches = answers('get', `${BASE}/batches/batch-1`, batchOf({ total: 2, queued: 2 }));
      open(`${PAGE}?batch=batch-1&bulk=upload`);
      expect(await screen.findByText('0 of 2 uploads ended')).toBeVisible();
      const ferries = within(await screen.findByRole('article', { name: 'Ferries' }));
      expect(ferries.getByText('Waiting')).toBeVisible();
      const [source] = sources.opened;
      expect(sources.opened.map(({ url }) => url)).toEqual([`${BASE}/progress`]);
      source!.accept();
      source!.push(
        {
          batches: [batchOf({ total: 2, queued: 1, uploading: 1, current: ['Ferries'] })],
          episodes: [uploadable('Ferries', { progress: 'uploading' })],
          moved: 1,
        },
        '',
      );
      expect(await ferries.findByText('Uploading…')).toBeVisible();
      expect(screen.getByText('Uploading Ferries')).toBeVisible();
      expect([lists.length, batches.length]).toEqual([1, 1]);
      source!.push(
        {
          batches: [batchOf({ total: 2, queued: 1, successCount: 1 })],
          episodes: [uploadable('Ferries', { status: 'uploaded', mayUpload: false })],
          moved: 1,
        },
        '',
      );
      expect(await screen.findByText('1 of 2 uploads ended')).toBeVisible();
      await waitFor(() => expect(lists).toHaveLength(2));
      expect(batches).toHaveLength(1);
      source!.push({}, '', 'complete');
    });
  });

  it('fail with the words of each order, and change nothing when the question is cancelled', async () => {
    answers('get', STATUS, statusAnswer([uploadable('Ferries')], { ready: 3, errors: 2 }));
    const starts = answers('post', `${BASE}/retry-failed`, () => refusal(503, 'log-down', 'The log is away.'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Retry All' }));
    expect(await screen.findByRole('alertdialog', { name: 'Retry 2 failed uploads?' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(starts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Retry All' }));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('alertdialog', { name: 'Retry failed: The log is away.' })).toBeVisible();
  });

  it('tell in the words of the specification that none succeeded', async () => {
    answers('get', STATUS, statusAnswer([]));
    answers(
      'get',
      `${BASE}/batches/batch-1`,
      batchOf({ errorCount: 1, withdrawn: 2, message: '0 of 3', details: ['Ferries: The key was rejected.'] }),
    );
    open(`${PAGE}?batch=batch-1&bulk=upload`);
    expect(
      await screen.findByRole('alertdialog', { name: 'Bulk upload failed: Ferries: The key was rejected.' }),
    ).toBeVisible();
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeEventSources } from '../testing/event-source.ts';
import { historyItem, lineOf, runOf, runsAnswer, runViewOf, stepDone, waiting } from '../testing/pipeline.ts';
import { answers, refusal } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { EpisodesAdminPage } from './episodes-admin-page.tsx';

const sources = fakeEventSources();
const RUNS = '/api/admin/pipeline/runs';
const WAITING = '/api/admin/episodes-to-process';

const open = (address = '/admin/episodes') =>
  show(
    <>
      <EpisodesAdminPage />
      <Toasts />
    </>,
    address,
  );

beforeEach(() => {
  answers('get', '/api/dashboard/podcast-series', [
    { id: 'harbour', slug: 'harbour', name: 'Harbour', host: null, imageUrl: null, episodeCount: 3 },
  ]);
  answers('get', RUNS, runsAnswer([]));
  answers('get', '/api/admin/pipeline/estimate', {
    episodes: 3,
    minutes: 120,
    unknownLengths: 0,
    provider: 'openai',
    pricePerMinute: 0.006,
    currency: 'USD',
  });
});

describe('the form', () => {
  it('is off until both ids are given, and opens the run that it starts', async () => {
    answers('get', `${RUNS}/run-1`, runViewOf('run-1'));
    const starts = answers('post', '/api/admin/process-episode', {
      success: true,
      runId: 'run-1',
      isNew: true,
      message: 'Queued.',
    });
    const { user, address } = open();
    expect(screen.getByRole('heading', { name: 'Universal Episode Processing System' })).toBeVisible();
    expect(screen.getByText(/nine-step/)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Start processing' });
    expect(button).toBeDisabled();
    expect(screen.getByText('Please provide both Episode UUID and Podcast ID')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Episode UUID' }), ' ferries ');
    expect(button).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Podcast ID' }), 'harbour');
    await user.click(screen.getByRole('checkbox', { name: 'skip transcription' }));
    await user.click(button);
    expect(await screen.findByRole('article', { name: 'Run 1 of Ferries' })).toBeVisible();
    expect(starts.map(({ body }) => body)).toEqual([
      { episodeUuid: 'ferries', podcastId: 'harbour', skipTranscription: true },
    ]);
    expect(address()).toBe('/admin/episodes?run=run-1');
  });

  it('says why a run could not be started', async () => {
    answers('post', '/api/admin/process-episode', () => refusal(404, 'episode-unknown', 'There is no such episode.'));
    const { user } = open();
    await user.type(screen.getByRole('textbox', { name: 'Episode UUID' }), 'ferries');
    await user.type(screen.getByRole('textbox', { name: 'Podcast ID' }), 'harbour{Enter}');
    expect(await screen.findByText('Processing could not be started')).toBeVisible();
    expect(screen.getByText('404: There is no such episode.')).toBeVisible();
  });
});

describe('the list of runs', () => {
  it('says when there are none, and why they could not be loaded', async () => {
    let isDown = true;
    answers('get', RUNS, () =>
      isDown ? refusal(503, 'down', 'The database is away.') : Response.json(runsAnswer([])),
    );
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No runs yet' })).toBeVisible();
  });

  it('shows places in the queue, and keeps its filters in the address', async () => {
    const calls = answers('get', RUNS, () =>
      Response.json(
        runsAnswer([runOf('a', { status: 'running', currentStep: 1 }), runOf('b', { queuePosition: 1, number: 2 })], {
          running: 1,
          queued: 1,
          failed: 4,
        }),
      ),
    );
    const { user, address } = open();
    expect(await screen.findByRole('article', { name: 'Ferries, run 2' })).toHaveTextContent('Number 1 in the queue');
    expect(screen.getByRole('article', { name: 'Ferries, run 1' })).toHaveTextContent(
      'Step 1: Speech-to-text transcription',
    );
    await user.click(screen.getByRole('radio', { name: 'Failed 4' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search runs by title' }), 'fer');
    await waitFor(() => expect(address()).toBe('/admin/episodes?status=failed&q=fer'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Podcast' }), 'Harbour');
    await waitFor(() => expect(calls.at(-1)?.url.search).toBe('?status=failed&podcast=harbour&q=fer'));
  });

  it('cancels and retries all runs of the filter, once their number is confirmed', async () => {
    answers('get', RUNS, ({ url }: Call) =>
      Response.json(
        runsAnswer(
          url.searchParams.get('status') === 'failed' ? [runOf('f', { status: 'failed' })] : [runOf('a'), runOf('b')],
          { running: 2, queued: 498, failed: 12 },
        ),
      ),
    );
    const cancels = answers('post', `${RUNS}/cancel`, { changed: 499, unchanged: 1 });
    const retries = answers('post', `${RUNS}/retry`, { changed: 1, unchanged: 0 });
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel 500 queued and running' }));
    const question = screen.getByRole('alertdialog', { name: 'Cancel 500 runs?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel 500 runs' }));
    expect(await screen.findByText('998 runs cancelled')).toBeVisible();
    expect(cancels.map(({ body }) => body)).toEqual([{ status: 'queued' }, { status: 'running' }]);
    // The server has no filter by words.
    await user.type(screen.getByRole('searchbox', { name: 'Search runs by title' }), 'fer');
    await waitFor(() => expect(address()).toContain('q=fer'));
    await user.click(screen.getByRole('radio', { name: 'Failed 12' }));
    await user.click(await screen.findByRole('button', { name: 'Retry 12 failed' }));
    await user.click(screen.getByRole('button', { name: 'Retry 12 runs' }));
    expect(await screen.findByText('1 run queued again')).toBeVisible();
    expect(retries.map(({ body }) => body)).toEqual([{ runIds: ['f'] }]);
  });
});

describe('a run', () => {
  const lines = () => screen.getByRole('region', { name: 'Lines of the log' });

  it('replays its log for a late viewer, says each line once, and follows it to the end', async () => {
    let view = runViewOf('run-1', {
      status: 'running',
      currentStep: 1,
      endedAt: null,
      stepsCompleted: 1,
      steps: [stepDone(0, 4), stepDone(1, 0, { status: 'processing', endedAt: null, message: 'Fetching' })],
    });
    answers('get', `${RUNS}/run-1`, () => Response.json(view));
    open('/admin/episodes?run=run-1');
    expect(await screen.findByText('Reconnecting')).toBeVisible();
    const [source] = sources.opened;
    expect(source?.url).toBe(`${RUNS}/run-1/events`);
    source!.accept();
    expect(await screen.findByText('Live')).toBeVisible();
    source!.push(lineOf('step_start', 0, 'Clearing'), 'run-1:1');
    source!.push(lineOf('step_start', 1, 'Fetching the transcript'), 'run-1:2');
    expect(await within(lines()).findByText('Fetching the transcript')).toBeVisible();
    source!.break();
    expect(screen.getByText('Reconnecting')).toBeVisible();
    // It resumes too early, so that a line comes twice.
    source!.accept();
    source!.push(lineOf('step_start', 1, 'Fetching the transcript'), 'run-1:2');
    view = runViewOf('run-1');
    source!.push(lineOf('step_complete', 1, '812 segments'), 'run-1:3');
    source!.push(lineOf('complete', null, 'Completed', { status: 'completed' }), 'run-1:4');
    expect(await within(lines()).findByText('812 segments')).toBeVisible();
    expect(within(lines()).getAllByText('Fetching the transcript')).toHaveLength(1);
    source!.break();
    expect(screen.queryByText('Reconnecting')).toBeNull();
    expect(sources.opened).toHaveLength(1);
    expect(source!.readyState).toBe(2);
    expect(screen.getByText(/^Completed: /)).toHaveRole('status');
  });

  it('says that the run continues on the server while the page is offline', async () => {
    answers('get', `${RUNS}/run-1`, runViewOf('run-1'));
    open('/admin/episodes?run=run-1');
    await screen.findByText('Reconnecting');
    sources.opened[0]!.break(true);
    expect(await screen.findByText('Offline – the run continues on the server')).toBeVisible();
  });

  it('opens the failed step, searches collapsed ones, and retries', async () => {
    let view = runViewOf('run-1', {
      failedAt: 1,
      files: [{ sha256: 'a'.repeat(64), bytes: 2048, contentType: 'text/vtt', name: 'ferries.vtt' }],
    });
    answers('get', `${RUNS}/run-1`, () => Response.json(view));
    const retries = answers('post', `${RUNS}/run-1/retry`, () => {
      view = runViewOf('run-1', { status: 'running', currentStep: 1, endedAt: null });

      return Response.json(view);
    });
    const { user } = open('/admin/episodes?run=run-1');
    const run = await screen.findByRole('article', { name: 'Run 1 of Ferries' });
    const [source] = sources.opened;
    source!.accept();
    source!.push(lineOf('step_start', 0, 'Clearing the harbour'), 'run-1:1');
    source!.push(lineOf('step_error', 1, 'No answer from the harbour'), 'run-1:2');
    source!.push(lineOf('complete', null, 'Failed', { status: 'failed' }), 'run-1:3');
    expect(await within(lines()).findByText('No answer from the harbour')).toBeVisible();
    expect(within(lines()).queryByText('Clearing the harbour')).toBeNull();
    await user.type(within(run).getByRole('searchbox', { name: 'Search the log' }), 'HARBOUR');
    expect(await within(run).findByText('1 of 2')).toBeVisible();
    expect(lines()).toHaveTextContent('Clearing the harbour');
    await user.keyboard('{Enter}');
    expect(within(run).getByText('2 of 2')).toBeVisible();
    await user.click(within(run).getByRole('button', { name: 'Next match' }));
    expect(within(run).getByText('1 of 2')).toBeVisible();
    expect(within(run).getByRole('link', { name: /ferries\.vtt/ })).toHaveAttribute(
      'href',
      `${RUNS}/run-1/files/${'a'.repeat(64)}`,
    );
    expect(within(run).getByText(/^Steps 1 to 8 run again, beginning with/)).toBeVisible();
    await user.selectOptions(within(run).getByRole('combobox', { name: 'Retry from' }), 'Step 0: Clear existing data');
    await user.click(within(run).getByRole('button', { name: 'Retry from step 0' }));
    expect(await within(run).findByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(retries.map(({ body }) => body)).toEqual([{ fromStep: 0 }]);
    // Its stream has ended, and goes on.
    expect(sources.opened).toHaveLength(2);
  });

  it('is cancelled once that is confirmed, and run again', async () => {
    let view = runViewOf('run-1', { status: 'queued', queuePosition: 2, startedAt: null, endedAt: null });
    answers('get', `${RUNS}/run-1`, () => Response.json(view));
    answers('get', `${RUNS}/run-2`, runViewOf('run-2', { number: 2 }));
    answers('post', `${RUNS}/run-1/cancel`, () => {
      view = runViewOf('run-1', { status: 'cancelled' });

      return Response.json(view);
    });
    answers('post', '/api/admin/process-episode', { success: true, runId: 'run-2', isNew: true, message: 'Queued.' });
    const { user, address } = open('/admin/episodes?run=run-1');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const question = screen.getByRole('alertdialog');
    expect(within(question).queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(within(question).getByRole('button', { name: 'Let it run' })).toHaveFocus();
    await user.click(within(question).getByRole('button', { name: 'Cancel the run' }));
    expect(await screen.findByText('Run cancelled')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Run again' }));
    expect(await screen.findByRole('article', { name: 'Run 2 of Ferries' })).toBeVisible();
    expect(address()).toBe('/admin/episodes?run=run-2');
    await user.click(screen.getByRole('button', { name: 'All runs' }));
    expect(address()).toBe('/admin/episodes');
  });
});

describe('episodes to process', () => {
  it('says that all have been processed', async () => {
    answers('get', WAITING, { episodes: [], next: null, total: 0 });
    open('/admin/episodes?tab=to-process');
    expect(
      await screen.findByText('No episodes waiting for processing. All episodes have been processed.'),
    ).toBeVisible();
  });

  it('processes what is selected in the chosen order, and says what runs and what it costs', async () => {
    answers('get', WAITING, {
      episodes: [waiting('New'), waiting('Old', { publishedAt: '2026-01-01T00:00:00.000Z' }), waiting('Other')],
      next: null,
      total: 3,
    });
    const starts = answers('post', RUNS, { batchId: 'batch-1', queued: 2, already: 0 });
    answers('get', RUNS, runsAnswer([], { queued: 2 }));
    const { user, address } = open('/admin/episodes?tab=to-process');
    await user.click(await screen.findByRole('checkbox', { name: 'Select New' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Old' }));
    const bar = screen.getByRole('region', { name: 'Process selected' });
    expect(bar).toHaveTextContent('2 episodes: all nine steps run, 0 to 8.');
    expect(await within(bar).findByText('openai transcribes 2 h of audio, about US$0.72.')).toBeVisible();
    await user.click(within(bar).getByRole('radio', { name: 'Oldest first' }));
    await user.click(within(bar).getByRole('button', { name: 'Process selected (2)' }));
    expect(await screen.findByText('2 episodes queued')).toBeVisible();
    expect(starts.map(({ body }) => body)).toEqual([{ episodeUuids: ['old', 'new'], skipTranscription: false }]);
    expect(address()).toBe('/admin/episodes?batch=batch-1');
    expect(screen.getByRole('article', { name: 'Batch of 2 episodes' })).toHaveTextContent('0 of 2 ended');
  });

  it('selects all of the filter, also those that are not loaded', async () => {
    answers('get', WAITING, ({ url }: Call) =>
      Response.json(
        url.searchParams.get('after') === null
          ? { episodes: [waiting('New')], next: 'page-2', total: 2 }
          : { episodes: [waiting('Old', { publishedAt: null })], next: null, total: 2 },
      ),
    );
    const starts = answers('post', RUNS, { batchId: 'batch-1', queued: 1, already: 1 });
    const { user } = open('/admin/episodes?tab=to-process&podcast=harbour');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 episodes that match' }));
    await user.click(screen.getByRole('button', { name: 'Process selected (2)' }));
    expect(await screen.findByText('1 episode already being processed.')).toBeVisible();
    expect(starts.map(({ body }) => body)).toEqual([{ episodeUuids: ['new', 'old'], skipTranscription: false }]);
  });
});

it('lists what was processed, with the details of each step', async () => {
  answers('get', '/api/admin/processing-history', {
    history: [
      historyItem('Ferries'),
      historyItem('Piers', { status: 'failed', errorMessage: 'No key is set.', segmentsProcessed: null }),
    ],
    next: null,
  });
  const { user } = open('/admin/episodes?tab=history');
  const item = await screen.findByRole('article', { name: 'Ferries' });
  for (const fact of ['Completed', 'Steps9 of 9', 'Segments812', 'Entities31']) expect(item).toHaveTextContent(fact);
  expect(screen.getByRole('article', { name: 'Piers' })).toHaveTextContent('No key is set.');
  await user.click(within(item).getByRole('button', { name: 'Step details' }));
  expect(within(item).getByRole('list', { name: 'Steps' })).toHaveTextContent('Clear existing data');
  expect(within(item).getByRole('list', { name: 'Details' })).toHaveTextContent('kept');
});

it('says that nothing was processed yet', async () => {
  answers('get', '/api/admin/processing-history', { history: [], next: null });
  open('/admin/episodes?tab=history');
  expect(await screen.findByText('No processing history yet.')).toBeVisible();
});

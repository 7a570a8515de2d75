import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { serveReview } from '../testing/discovery.ts';
import { fakeEventSources } from '../testing/event-source.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { EntityDiscoveryPage } from './entity-discovery-page.tsx';

const sources = fakeEventSources();
const BATCHES = '/api/admin/discovery-batches';
const START = '/api/admin/discover-entities-batch';
const AT = '2026-11-23T07:00:00.000Z';

const episodeOf = (name: string, more: object = {}) => ({
  uuid: name.toLowerCase(),
  name,
  podcastName: 'Harbour',
  podcastImageUrl: null,
  publishedAt: null,
  hasDiscoveredEntities: false,
  uploadedToOpenai: false,
  hasWhisperTranscript: false,
  ...more,
});
const batchOf = (id: string, more: object = {}) => ({
  id,
  status: 'running',
  startedAt: AT,
  finishedAt: null,
  startedBy: 'ada',
  total: 2,
  successful: 0,
  failed: 0,
  ...more,
});
const logLine = (message: string, level = 'info') => ({
  type: 'log',
  level,
  message,
  episodeUuid: null,
  timestamp: AT,
});
const open = () =>
  show(
    <PlayerProvider>
      <EntityDiscoveryPage />
      <Toasts />
    </PlayerProvider>,
    '/admin/entity-discovery?tab=batch',
  );
const output = () => screen.findByRole('region', { name: 'Output' });

let batches: object[] = [];
beforeEach(() => {
  batches = [];
  serveReview([]);
  answers('get', BATCHES, () => Response.json(batches));
  answers('get', '/api/admin/episodes-ready-for-discovery', [
    episodeOf('Ferries', {
      publishedAt: '2026-11-21T00:00:00Z',
      hasDiscoveredEntities: true,
      uploadedToOpenai: true,
      hasWhisperTranscript: true,
    }),
    episodeOf('Tides'),
  ]);
});

it('lists processed episodes with their badges, to be selected one by one or all at once', async () => {
  const { user } = open();
  const ferries = (await screen.findByRole('checkbox', { name: 'Select Ferries' })).closest('li')!;
  expect(screen.getByRole('heading', { name: 'Run Batch Entity Discovery' })).toBeVisible();
  expect(ferries).toHaveTextContent(/FerriesHarbour21 Nov 2026Has EntitiesAsk assistantWhisperX$/);
  expect(screen.getByRole('checkbox', { name: 'Select Tides' }).closest('li')).toHaveTextContent(/TidesHarbour$/);
  const run = screen.getByRole('button', { name: 'Run Discovery on Selected' });
  expect(run).toBeDisabled();
  expect(screen.getByText('0 of 2 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select Tides' }));
  expect(screen.getByText('1 of 2 selected')).toBeVisible();
  expect(run).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Select All' }));
  expect(screen.getByText('2 of 2 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Deselect All' }));
  expect(screen.getByText('0 of 2 selected')).toBeVisible();
  expect(run).toBeDisabled();
  expect(screen.getByText('No earlier batches.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Select All' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search episodes by title' }), 'tid');
  await user.click(screen.getByRole('button', { name: 'Deselect All' }));
  expect(screen.getByText('1 of 2 selected')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search episodes by title' }), 'x');
  expect(screen.getByText('No episodes match')).toBeVisible();
});

it('says when episodes cannot be loaded and when there are none, and counts nothing then', async () => {
  let isDown = true;
  answers('get', '/api/admin/episodes-ready-for-discovery', () =>
    isDown ? refusal(503, 'down', 'The database is away.') : Response.json([]),
  );
  const { user } = open();
  expect(await screen.findByText('Error loading episodes')).toBeVisible();
  expect(screen.queryByText(/selected$/)).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No processed episodes yet')).toBeVisible();
});

it('runs what is selected, and follows it to its end', async () => {
  const starts = answers('post', START, () => {
    batches = [batchOf('b1')];

    return new Response(`data: ${JSON.stringify(logLine('Starting'))}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  });
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ferries' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Tides' }));
  await user.click(screen.getByRole('button', { name: 'Run Discovery on Selected' }));
  await output();
  expect(starts.map(({ body }) => body)).toEqual([{ episodeUuids: ['ferries', 'tides'] }]);
  await user.click(screen.getByRole('button', { name: 'Select All' }));
  expect(screen.getByRole('button', { name: 'Run Discovery on Selected' })).toBeDisabled();
  const [source] = sources.opened;
  expect(source?.url).toBe(`${BATCHES}/b1/events`);
  // Nothing was lost yet.
  expect(screen.queryByText('Reconnecting')).toBeNull();
  source!.accept();
  source!.push(logLine('Starting'), 'b1:0');
  source!.push({ type: 'progress', completed: 1, total: 2, successful: 1, failed: 0, episodeUuid: 'ferries' }, 'b1:1');
  source!.push(logLine('Tides has no transcript', 'error'), 'b1:2');
  source!.break();
  expect(screen.getByText('Reconnecting')).toBeVisible();
  source!.accept();
  expect(screen.queryByText('Reconnecting')).toBeNull();
  // A new connection begins anew.
  source!.push(logLine('Starting'), 'b1:0');
  expect(await within(await output()).findByText('Tides has no transcript')).toHaveClass('text-bad');
  expect(within(await output()).getAllByText('Starting')).toHaveLength(1);
  const progress = screen.getByRole('group', { name: 'Progress' });
  expect(progress).toHaveTextContent('1 / 2 completed1 successful0 failed');
  batches = [batchOf('b1', { status: 'completed', finishedAt: AT, successful: 1, failed: 1 })];
  source!.push({ type: 'complete', outcome: 'completed', results: { total: 2, successful: 1, failed: 1 } }, 'b1:3');
  await waitFor(() => expect(progress).toHaveTextContent('2 / 2 completed1 successful1 failed'));
  expect(source!.readyState).toBe(2);
  await user.click(await screen.findByRole('button', { name: 'Close this batch' }));
  expect(screen.queryByRole('region', { name: 'Output' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Output of the batch of/ }));
  // The list may be far below.
  expect(await screen.findByRole('article', { name: 'Batch of 2 episodes' })).toHaveFocus();
});

it('shows whoever opens the page what runs, and lets it be cancelled', async () => {
  batches = [batchOf('b2', { startedBy: 'ana' }), batchOf('b1', { status: 'refused', finishedAt: AT, failed: 2 })];
  const cancels = answers('post', `${BATCHES}/b2/cancel`, {});
  const { user } = open();
  await output();
  expect(screen.getByRole('article', { name: 'Batch of 2 episodes' })).toHaveTextContent('by ana');
  expect(screen.getByText('Stopped: the model refused the key')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(cancels).toHaveLength(1));
});

it('starts one batch by a double click', async () => {
  const starts = answers('post', START, () => refusal(409, 'model-not-configured', 'No model is configured.'));
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tides' }));
  const run = screen.getByRole('button', { name: 'Run Discovery on Selected' });
  fireEvent.click(run, { detail: 1 });
  fireEvent.click(run, { detail: 2 });
  await screen.findByText('Discovery could not be started');
  expect(starts).toHaveLength(1);
});

it('says why a batch could not be started, and keeps the selection', async () => {
  answers('post', START, () => refusal(409, 'model-not-configured', 'No model is configured.'));
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tides' }));
  await user.click(screen.getByRole('button', { name: 'Run Discovery on Selected' }));
  expect(await screen.findByText('Discovery could not be started')).toBeVisible();
  expect(screen.getByText('409: No model is configured.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select Tides' })).toBeChecked();
});

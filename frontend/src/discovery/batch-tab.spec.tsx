import type { BatchEpisode, DiscoveryBatch } from '@earmark/contracts/discovery';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeEventSources } from '../testing/event-source.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { BatchTab } from './batch-tab.tsx';

const EPISODES = '/api/admin/episodes-ready-for-discovery';
const BATCHES = '/api/admin/discovery-batches';
const DOWN = 'The database is away for a moment.';

const sources = fakeEventSources();

const open = () =>
  show(
    <>
      <BatchTab />
      <Toasts />
    </>,
    '/admin/entity-discovery?tab=batch',
  );

describe('the list of episodes', () => {
  it('has badges for what is known of each, in their order', async () => {
    answers('get', BATCHES, []);
    answers('get', EPISODES, [
      episode('Ferries', { hasDiscoveredEntities: true, uploadedToOpenai: true, hasWhisperTranscript: true }),
      episode('Tides', { publishedAt: null }),
    ]);
    open();
    const list = await screen.findByRole('list', { name: 'Run Batch Entity Discovery' });
    const [ferries, tides] = within(list).getAllByRole('listitem');
    expect(ferries).toHaveTextContent(/FerriesHarbour24 Nov 2026Has EntitiesAsk assistantWhisperX$/);
    expect(tides).toHaveTextContent(/TidesHarbour$/);
  });

  it('counts what is selected, and starts nothing while that is nothing', async () => {
    answers('get', BATCHES, []);
    answers('get', EPISODES, [episode('Ferries'), episode('Tides'), episode('Fog')]);
    const { user } = open();
    const run = await screen.findByRole('button', { name: 'Run Discovery on Selected' });
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
    expect(run).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Select All' }));
    expect(screen.getByText('3 of 3 selected')).toBeVisible();
    expect(run).toBeEnabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select Tides' }));
    expect(screen.getByText('2 of 3 selected')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search episodes by title' }), 'fog');
    await user.click(screen.getByRole('button', { name: 'Deselect All' }));
    expect(screen.getByText('1 of 3 selected')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search episodes by title' }), 'x');
    expect(screen.getByText('No episodes match')).toBeVisible();
  });

  it('keeps the selection when the batch could not be started', async () => {
    answers('get', BATCHES, []);
    answers('get', EPISODES, [episode('Ferries'), episode('Tides')]);
    answers('post', '/api/admin/discover-entities-batch', () => refusal(503, 'down', DOWN));
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Tides' }));
    await user.click(screen.getByRole('button', { name: 'Run Discovery on Selected' }));
    expect(await screen.findByText('Discovery could not be started')).toBeVisible();
    expect(screen.getByText(`503: ${DOWN}`)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Tides' })).toBeChecked();
  });

  it('says when it cannot be loaded and when it is empty, and counts nothing then', async () => {
    let isDown = true;
    answers('get', BATCHES, []);
    answers('get', EPISODES, () => (isDown ? refusal(503, 'down', DOWN) : Response.json([])));
    const { user } = open();
    expect(await screen.findByText('Error loading episodes')).toBeVisible();
    expect(screen.queryByText(/selected$/)).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No processed episodes yet')).toBeVisible();
    expect(screen.getByText('No earlier batches.')).toBeVisible();
  });
});

describe('a batch', () => {
  it('is started, then shown with its output, its progress and its end', async () => {
    let batches: DiscoveryBatch[] = [];
    answers('get', BATCHES, () => Response.json(batches));
    answers('get', EPISODES, [episode('Ferries'), episode('Tides')]);
    const started = answers('post', '/api/admin/discover-entities-batch', () => {
      batches = [batch('b1')];
      return new Response('data: {}\n\n');
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Select All' }));
    await user.click(screen.getByRole('button', { name: 'Run Discovery on Selected' }));
    const box = await screen.findByRole('article', { name: 'Batch of 2 episodes' });
    expect(started[0]?.body).toEqual({ episodeUuids: ['ferries', 'tides'] });
    expect(screen.getByText('0 of 2 selected')).toBeVisible();
    // Nothing was lost yet.
    expect(within(box).queryByText('Reconnecting')).toBeNull();
    const [source] = sources.opened;
    expect(source?.url).toBe(`${BATCHES}/b1/events`);
    source!.accept();
    source!.push(line('Searching 2 episodes for entities.'), '1', 'log');
    expect(await within(box).findByText('Searching 2 episodes for entities.')).toBeVisible();
    source!.push({ ...results(1, 0), type: 'progress', completed: 1, episodeUuid: 'ferries' }, '2', 'progress');
    expect(within(box).getByRole('group', { name: 'Progress' })).toHaveTextContent(
      '1 / 2 completed1 successful0 failed',
    );
    await user.click(screen.getByRole('button', { name: 'Select All' }));
    expect(screen.getByRole('button', { name: 'Run Discovery on Selected' })).toBeDisabled();
    source!.break();
    expect(within(box).getByText('Reconnecting')).toBeVisible();
    source!.accept();
    source!.push(line('Searching 2 episodes for entities.'), '1', 'log');
    source!.push(line('Tides: The model does not answer.', 'error'), '3', 'log');
    batches = [batch('b1', { status: 'completed', successful: 1, failed: 1 })];
    source!.push({ type: 'complete', outcome: 'completed', results: results(1, 1) }, '4', 'complete');
    expect(await within(box).findByText('Tides: The model does not answer.')).toBeVisible();
    expect(within(box).getAllByText('Searching 2 episodes for entities.')).toHaveLength(1);
    expect(within(box).getByRole('group', { name: 'Progress' })).toHaveTextContent(
      '2 / 2 completed1 successful1 failed',
    );
    expect(within(box).getByText('Discovery has ended: Completed')).toHaveRole('status');
    expect(source!.readyState).toBe(2);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Run Discovery on Selected' })).toBeEnabled());
  });

  it('of an earlier day is opened from the list, which takes the reader there', async () => {
    answers('get', BATCHES, [batch('b2', { status: 'refused', successful: 0, failed: 2 })]);
    answers('get', EPISODES, []);
    const { user } = open();
    const list = await screen.findByRole('list', { name: 'Earlier batches' });
    expect(list).toHaveTextContent('2 episodes Stopped: the model refused the key');
    expect(list).toHaveTextContent('by ada · 0 successful · 2 failed');
    await user.click(within(list).getByRole('button', { name: /^Output of the batch of/ }));
    expect(await screen.findByRole('article', { name: 'Batch of 2 episodes' })).toHaveFocus();
    expect(screen.getByText('No earlier batches.')).toBeVisible();
  });
});

const episode = (name: string, more: Partial<BatchEpisode> = {}): BatchEpisode => ({
  uuid: name.toLowerCase(),
  name,
  podcastName: 'Harbour',
  podcastImageUrl: null,
  publishedAt: '2026-11-24T10:00:00.000Z',
  hasDiscoveredEntities: false,
  uploadedToOpenai: false,
  hasWhisperTranscript: false,
  ...more,
});

const batch = (id: string, more: Partial<DiscoveryBatch> = {}): DiscoveryBatch => ({
  id,
  status: 'running',
  startedAt: '2026-11-24T10:00:00.000Z',
  finishedAt: null,
  startedBy: 'ada',
  total: 2,
  successful: 0,
  failed: 0,
  ...more,
});

const results = (successful: number, failed: number) => ({ total: 2, successful, failed });

const line = (message: string, level: 'info' | 'error' = 'info') => ({
  type: 'log',
  level,
  message,
  episodeUuid: null,
  timestamp: '2026-11-24T10:00:01.000Z',
});

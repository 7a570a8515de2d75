import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecountSummary } from '@earmark/contracts/recounts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { RECOUNT } from '../testing/recount.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import type { Shown } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { PublicationNumbers } from '../recounts/publication-numbers.tsx';
import { RecountsPage } from './recounts-page.tsx';

const LIST = '/api/admin/recounts';
const NONE = { recounts: [], next: null, behind: { episodes: 0, of: 11 } };

const open = (address = '/admin/recounts') =>
  show(
    <PlayerProvider>
      <RecountsPage />
      <Toasts />
    </PlayerProvider>,
    address,
  );

beforeEach(() => void answers('get', '/api/dashboard/podcast-series', []));

it('says when recounts cannot be loaded, and retries', async () => {
  let isDown = true;
  answers('get', LIST, () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json(NONE),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No recounts yet' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Episodes with older patterns' })).toBeNull();
});

it('says when there is no such recount', async () => {
  answers('get', LIST, NONE);
  open('/admin/recounts?recount=0197f0c2-0000-7000-8000-000000000000');
  expect(await screen.findByRole('heading', { name: 'Recount not found' })).toBeVisible();
});

it('says that a recount may change numbers where that is not counted', async () => {
  answers('get', LIST, { ...NONE, behind: { episodes: 9, of: 11 } });
  answers('get', `${LIST}/effect`, { episodes: null });
  open();
  expect(await screen.findByRole('region', { name: 'Episodes with older patterns' })).toHaveTextContent(
    '9 of 11 episodes use older patterns, so a recount may change their numbers.',
  );
});

it('offers a recount when numbers would change, and says why it could not start', async () => {
  answers('get', LIST, { ...NONE, behind: { episodes: 1, of: 11 } });
  answers('get', `${LIST}/effect`, { episodes: 1 });
  const starts = answers('post', LIST, () => refusal(409, 'recount-running', 'Another recount is running.'));
  const { user } = open();
  expect(await screen.findByRole('region', { name: 'Episodes with older patterns' })).toHaveTextContent(
    '1 of 11 episodes would show different numbers with the current patterns.',
  );
  await user.click(screen.getByRole('button', { name: 'Recount all' }));
  expect(await screen.findByText('The recount could not be started')).toBeVisible();
  expect(screen.getByText('409: Another recount is running.')).toBeVisible();
  expect(starts.map(({ body }) => body)).toMatchObject([{ podcastUuids: null, asOf: null, changes: null }]);
});

it('does not start another one by the second click of a double click that was made on the page before', async () => {
  answers('get', LIST, { ...NONE, behind: { episodes: 1, of: 11 } });
  answers('get', `${LIST}/effect`, { episodes: 1 });
  const starts = answers('post', LIST, () => refusal(409, 'recount-running', 'Another recount is running.'));
  open();
  const again = await screen.findByRole('button', { name: 'Recount all' });
  fireEvent.click(again, { detail: 2 });
  await act(() => Promise.resolve());
  expect(again).toHaveAttribute('aria-disabled', 'false');
  expect(starts).toEqual([]);
});

describe('a recount in progress', () => {
  const shown = () => screen.findByRole('region', { name: 'Recount of all podcasts' });
  const order = async (user: Shown['user'], name: string) =>
    user.click(within(await shown()).getByRole('button', { name }));

  it('shows how far it is, and can be paused, resumed and cancelled', async () => {
    serveRecount(recount('running'));
    const { user } = open();
    expect(await within(await shown()).findByText('42% · 310 episodes/s · about 12 s left')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of the recount' })).toHaveAttribute('value', '42.7');
    await order(user, 'Pause');
    expect(await within(await shown()).findByText('Paused')).toBeVisible();
    await order(user, 'Resume');
    expect(await within(await shown()).findByText('Counting')).toBeVisible();
    await order(user, 'Cancel recount');
    expect(await screen.findByText('Recount discarded')).toBeVisible();
  });

  it('says that it waits while another one is counted', async () => {
    serveRecount({ ...recount('running'), isWaiting: true, progress: NOT_BEGUN });
    open();
    expect(await within(await shown()).findByText('Waiting for another recount')).toBeVisible();
    expect(screen.queryByText('0%')).toBeNull();
    expect(screen.queryByText('Counting')).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel recount' })).toBeVisible();
  });

  it('says why it failed, and tries again', async () => {
    serveRecount({ ...recount('failed'), failure: 'The disk is full.' });
    const { user } = open();
    expect(await within(await shown()).findByText('The disk is full.')).toBeVisible();
    await order(user, 'Try again');
    expect(await within(await shown()).findByText('Counting')).toBeVisible();
    expect(screen.queryByText('The disk is full.')).toBeNull();
  });
});

it('says when the comparison of a publication is not kept, as after a restore', async () => {
  serveRecount({ ...recount('published'), episodes: 0 });
  open();
  expect(await screen.findByText('The comparison of this recount is no longer kept.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Revert publication' })).toBeVisible();
  expect(screen.queryByText('No number changes')).toBeNull();
});

it('shows the counts of a publication that is older than the list', async () => {
  answers('get', LIST, NONE);
  const [before, after] = [
    { mentions: 5, episodes: 3 },
    { mentions: 8, episodes: 3 },
  ];
  answers('get', `${LIST}/${ID}`, { ...recount('ready'), before, after });
  show(<PublicationNumbers recountId={ID} isReverted />);
  expect(await screen.findByText(/^Reverted: Mentions 5 → 8 /)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the recount' })).toHaveAttribute(
    'href',
    `/admin/recounts?recount=${ID}`,
  );
});

const NOT_BEGUN = { percent: 0, eventsPerSecond: null, secondsLeft: null };
const ID = RECOUNT.id;

/** Lists this recount, and gives it the status that each order leads to. */
function serveRecount(start: RecountSummary): void {
  let listed = start;
  answers('get', LIST, () => Response.json({ ...NONE, recounts: [listed] }));
  for (const [order, status] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['discard', 'discarded'],
  ] as const)
    answers('post', `${LIST}/${ID}/${order}`, () => {
      listed = recount(status);

      return Response.json(listed);
    });
}

const recount = (status: RecountSummary['status']): RecountSummary => ({
  ...RECOUNT,
  status,
  progress: {
    percent: 42.7,
    ...(status === 'running'
      ? { eventsPerSecond: 310, secondsLeft: 12 }
      : { eventsPerSecond: null, secondsLeft: null }),
  },
});

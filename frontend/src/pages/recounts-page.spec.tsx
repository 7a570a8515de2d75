import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
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

it('offers a recount when episodes use older patterns, and says why it could not start', async () => {
  answers('get', LIST, { ...NONE, behind: { episodes: 1, of: 11 } });
  const starts = answers('post', LIST, () => refusal(409, 'recount-running', 'Another recount is running.'));
  const { user } = open();
  expect(await screen.findByRole('region', { name: 'Episodes with older patterns' })).toHaveTextContent(
    '1 of 11 episodes uses older patterns.',
  );
  await user.click(screen.getByRole('button', { name: 'Recount all' }));
  expect(await screen.findByText('The recount could not be started')).toBeVisible();
  expect(screen.getByText('409: Another recount is running.')).toBeVisible();
  expect(starts.map(({ body }) => body)).toMatchObject([{ podcastUuids: null, asOf: null }]);
});

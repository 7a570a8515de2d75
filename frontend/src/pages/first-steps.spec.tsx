import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const library = ({ role, series, patterns }: { role: string | null; series: object[]; patterns: number }) => {
  answers('get', '/api/auth/me', { user: role === null ? null : { username: 'ada', role } });
  answers('get', '/api/dashboard/podcast-series', series);
  answers('get', '/api/dashboard/recent-episodes', []);

  return answers('get', '/api/admin/entity-patterns/totals', [{ entityTypeId: 'book', patterns, entities: patterns }]);
};
const harbour = { id: 'harbour', slug: 'harbour', name: 'Harbour', host: 'Ada', imageUrl: null, episodeCount: 2 };

it('leads an administrator of an empty library to the first mention', async () => {
  library({ role: 'admin', series: [], patterns: 0 });
  show(<DashboardPage />, '/');
  const steps = within(await screen.findByRole('region', { name: 'Three steps to the first mention' }));
  expect(steps.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Add a podcast',
    'Add what to track',
    'Transcribe',
  ]);
  expect(steps.getByRole('link', { name: 'Series Management' })).toHaveAttribute('href', '/admin/series');
  expect(steps.getByRole('link', { name: 'Episode Management' })).toHaveAttribute('href', '/admin/episodes');
});

it('shows which steps are done', async () => {
  library({ role: 'admin', series: [harbour], patterns: 3 });
  show(<DashboardPage />, '/');
  expect(await screen.findByRole('heading', { name: /^Add what to track ?: done$/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: /^Add a podcast ?: done$/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Transcribe' })).toBeVisible();
});

it.each([null, 'analyst'])('is not for %s', async (role) => {
  const totals = library({ role, series: [], patterns: 0 });
  show(<DashboardPage />, '/');
  expect(await screen.findByText('No podcast series found')).toBeVisible();
  await waitFor(() => expect(screen.getByText('No episodes with mentions yet')).toBeVisible());
  expect(screen.queryByText('Three steps to the first mention')).toBeNull();
  expect(totals).toEqual([]);
});

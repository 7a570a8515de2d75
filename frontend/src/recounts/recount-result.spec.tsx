import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { RECOUNT } from '../testing/recount.ts';
import { answers } from '../testing/server.ts';
import { EVERYWHERE } from '../mentions/why.api.ts';
import { show } from '../testing/show.tsx';
import { RecountResult } from './recount-result.tsx';

const open = (recount = RECOUNT) =>
  show(
    <RecountResult
      recount={recount}
      linkTo={() => '/'}
      actions={{ linkTo: () => '/', play: () => undefined }}
      scope={EVERYWHERE}
      again={{ isPending: false, onStart: () => undefined }}
    />,
  );

it('searches the differences, and says when none has these words', async () => {
  const calls = answers('get', `/api/admin/recounts/${RECOUNT.id}`, { ...RECOUNT, differences: [], next: null });
  const { user } = open();
  expect(await screen.findByText('These patterns find exactly what is shown already.')).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search differences'), 'Oslo');
  expect(await screen.findByText('No difference has “Oslo” in its name.')).toBeVisible();
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('text')).toBe('Oslo'));
});

it('says that episodes changed since it was counted, promises no number then, and counts them again', async () => {
  const path = `/api/admin/recounts/${RECOUNT.id}`;
  answers('get', path, { ...RECOUNT, differences: [], next: null });
  const resumed = answers('post', `${path}/resume`, { ...RECOUNT, status: 'running' });
  const totals = { before: { mentions: 518, episodes: 11 }, after: { mentions: 529, episodes: 11 } };
  const { user } = open({ ...RECOUNT, ...totals, changedSince: 2 });
  expect(screen.getByText(/^2 episodes were added or changed/)).toHaveTextContent(
    '2 episodes were added or changed since this was counted, so pages may show other numbers.',
  );
  expect(screen.queryByText(/instead of 518/)).toBeNull();
  expect(screen.queryByRole('button', { name: /^518/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Count these episodes again' }));
  await waitFor(() => expect(resumed).toHaveLength(1));
});

it('promises the numbers that all pages show once it is published', () => {
  answers('get', `/api/admin/recounts/${RECOUNT.id}`, { ...RECOUNT, differences: [], next: null });
  const totals = { before: { mentions: 518, episodes: 11 }, after: { mentions: 529, episodes: 11 } };
  open({ ...RECOUNT, ...totals });
  expect(screen.getByText(/so that all pages show 529 mentions instead of 518; it can be undone\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Count these episodes again' })).toBeNull();
});

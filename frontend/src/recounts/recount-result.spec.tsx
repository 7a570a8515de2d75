import { expect, it } from '@jest/globals';
import type { RecountSummary } from '@earmark/contracts/recounts';
import { screen, waitFor } from '@testing-library/react';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { RecountResult } from './recount-result.tsx';

it('searches the differences, and says when none has these words', async () => {
  const calls = answers('get', '/api/admin/recounts/one', { ...RECOUNT, differences: [], next: null });
  const { user } = show(
    <RecountResult
      recount={RECOUNT}
      linkTo={() => '/'}
      actions={{ linkTo: () => '/', play: () => undefined }}
      scope={null}
      again={{ isPending: false, onStart: () => undefined }}
    />,
  );
  expect(await screen.findByText('These patterns find exactly what is shown already.')).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search differences'), 'Oslo');
  expect(await screen.findByText('No difference has “Oslo” in its name.')).toBeVisible();
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('text')).toBe('Oslo'));
});

const RECOUNT: RecountSummary = {
  id: 'one',
  status: 'ready',
  startedAt: '2026-01-02T03:04:05.000Z',
  startedBy: 'ada',
  pin: { vocabularyRevision: 1, matcherVersion: 1 },
  podcastUuids: null,
  episodes: 1,
  progress: { percent: 100, eventsPerSecond: null, secondsLeft: null },
  isWaiting: false,
  failure: null,
  before: null,
  after: null,
  inForce: null,
  overtaken: null,
};

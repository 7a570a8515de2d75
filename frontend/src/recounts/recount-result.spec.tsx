import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { RECOUNT } from '../testing/recount.ts';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { RecountResult } from './recount-result.tsx';

it('searches the differences, and says when none has these words', async () => {
  const calls = answers('get', `/api/admin/recounts/${RECOUNT.id}`, { ...RECOUNT, differences: [], next: null });
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

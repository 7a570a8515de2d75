import { expect, it, jest } from '@jest/globals';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { makeRouter } from '../kit/router/router.ts';
import { RouterProvider, useLocation } from '../kit/router/routing.tsx';
import { memoryHistory } from '../testing/memory-history.ts';
import { useSearch } from './use-search.ts';

const EMPTY = [{ path: '*', Page: () => null }];

function Box() {
  const { text, type } = useSearch();

  return <input aria-label="Box" value={text} onChange={({ target }) => type(target.value, null)} />;
}

it('keeps what is typed while the address of an earlier pause is on its way', async () => {
  const history = memoryHistory('/');
  const router = makeRouter(EMPTY, history);
  render(
    <RouterProvider router={router}>
      <Box />
    </RouterProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Box'), 'tea');
  await waitFor(() => expect(history.location().search).toBe('?q=tea'));
  await user.keyboard(' speaker:Bo');
  await waitFor(() => expect(history.location().search).toBe('?q=tea&speaker=Bo'));
  expect(screen.getByLabelText('Box')).toHaveValue('tea speaker:Bo');
  // One entry for all that was typed: Back leads to what stood there before it.
  act(() => history.go(-1));
  expect(screen.getByLabelText('Box')).toHaveValue('');
});

it('keeps a key that comes between the change of the address and the next render', async () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const router = makeRouter(EMPTY, memoryHistory('/'));
  const { result } = renderHook(() => ({ ...useSearch(), address: useLocation().search }), {
    wrapper: ({ children }: { children: ReactNode }) => <RouterProvider router={router}>{children}</RouterProvider>,
  });
  act(() => result.current.type('tea', null));
  const { type } = result.current;
  await act(async () => {
    await jest.advanceTimersByTimeAsync(A_PAUSE_MS);
    type('tea speaker:Bo', null);
  });
  expect(result.current).toMatchObject({ address: '?q=tea', text: 'tea speaker:Bo' });
  await act(async () => jest.advanceTimersByTimeAsync(A_PAUSE_MS));
  expect(result.current.address).toBe('?q=tea&speaker=Bo');
  jest.useRealTimers();
});

const A_PAUSE_MS = 500;

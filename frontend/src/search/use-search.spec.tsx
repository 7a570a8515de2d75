import { expect, it, jest } from '@jest/globals';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { useSearch } from './use-search.ts';

function Box() {
  const { text, type } = useSearch();

  return <input aria-label="Box" value={text} onChange={({ target }) => type(target.value, null)} />;
}

it('keeps what is typed while the address of an earlier pause is on its way', async () => {
  const arrivals: (() => void)[] = [];
  // A page is not shown at its new address before its loader has answered.
  const loader = async () => new Promise<null>((resolve) => arrivals.push(() => resolve(null)));
  const router = createMemoryRouter([{ path: '*', Component: Box, loader, HydrateFallback: () => null }]);
  const arrive = async () => {
    await waitFor(() => expect(arrivals).not.toEqual([]));
    await act(async () => arrivals.shift()?.());
  };
  render(<RouterProvider router={router} />);
  await arrive();
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByLabelText('Box'), 'tea');
  await waitFor(() => expect(router.state.navigation.location?.search).toBe('?q=tea'));
  await user.keyboard(' speaker:Bo');
  await arrive();
  expect(router.state.location.search).toBe('?q=tea');
  expect(screen.getByLabelText('Box')).toHaveValue('tea speaker:Bo');
  await arrive();
  expect(router.state.location.search).toBe('?q=tea&speaker=Bo');
  // One entry for all that was typed: Back leads to what stood there before it.
  act(() => void router.navigate(-1));
  await arrive();
  expect(screen.getByLabelText('Box')).toHaveValue('');
});

it('keeps a key that comes between the change of the address and the next render', async () => {
  jest.useFakeTimers();
  const { result } = renderHook(() => ({ ...useSearch(), address: useLocation().search }), { wrapper: MemoryRouter });
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

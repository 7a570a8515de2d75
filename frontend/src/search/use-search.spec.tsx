import { expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
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

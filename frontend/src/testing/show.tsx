import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { makeQueryClient } from '../kit/queries.ts';
import { ThemeProvider } from '../kit/theme.tsx';

export interface Shown extends RenderResult {
  readonly user: UserEvent;
  /** Current path, search and hash. */
  readonly address: () => string;
}

/** Renders a component at an address, inside the providers that every page has. */
export function show(part: ReactNode, address = '/'): Shown {
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [address] });
  const shown = render(
    <QueryClientProvider client={makeQueryClient()}>
      <ThemeProvider>
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>,
  );

  return {
    ...shown,
    user: userEvent.setup({ delay: null }),
    address: () => {
      const { pathname, search, hash } = router.state.location;

      return pathname + search + hash;
    },
  };
}

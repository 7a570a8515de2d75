import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { addressOf } from '../kit/router/history.ts';
import { makeRouter } from '../kit/router/router.ts';
import { RouterProvider } from '../kit/router/routing.tsx';
import { makeQueryClient } from '../kit/queries.ts';
import { ThemeProvider } from '../kit/theme.tsx';
import { memoryHistory } from './memory-history.ts';

export interface Shown extends RenderResult {
  readonly user: UserEvent;
  /** Current path, search and hash. */
  readonly address: () => string;
}

/** Renders a component at an address, inside the providers that every page has. `path`: names the parts of the address. */
export function show(part: ReactNode, address = '/', path = '*'): Shown {
  const router = makeRouter([{ path, Page: () => null }], memoryHistory(address));
  const shown = render(
    <QueryClientProvider client={makeQueryClient()}>
      <ThemeProvider>
        <RouterProvider router={router}>{part}</RouterProvider>
      </ThemeProvider>
    </QueryClientProvider>,
  );

  return {
    ...shown,
    user: userEvent.setup({ delay: null }),
    address: () => addressOf(router.shown().location),
  };
}

import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { makeRouter } from '../kit/router/router.ts';
import { CrashBoundary, CurrentPage, RouterProvider } from '../kit/router/routing.tsx';
import { memoryHistory } from '../testing/memory-history.ts';
import { show } from '../testing/show.tsx';
import { server } from '../testing/server.ts';
import { CrashedSite, CrashPage, UnloadedPage } from './crash-page.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

let isUp = false;
const healthy = () =>
  server.use(http.get('*/health/live', () => (isUp ? HttpResponse.json({}) : HttpResponse.error())));

it('says that a script could not be loaded, and loads the page once the server answers', async () => {
  isUp = false;
  healthy();
  let reloads = 0;
  render(<UnloadedPage reload={() => void reloads++} />);
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be loaded');
  expect(screen.getByRole('alert')).toHaveTextContent('loads by itself as soon as it can');
  expect(reloads).toBe(0);
  isUp = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(reloads).toBe(1));
});

it('does not load it again and again while the script is missing', async () => {
  isUp = true;
  healthy();
  let reloads = 0;
  const first = render(<UnloadedPage reload={() => void reloads++} />);
  await waitFor(() => expect(reloads).toBe(1));
  first.unmount();
  render(<UnloadedPage reload={() => void reloads++} />);
  expect(await screen.findByText(/^Part of it is missing on the server/)).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reloads).toBe(1);
});

it('waits for the connection when it is lost again right after a reload', async () => {
  isUp = false;
  healthy();
  sessionStorage.setItem('earmark.reloaded-at', String(Date.now()));
  let reloads = 0;
  render(<UnloadedPage reload={() => void reloads++} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('alert')).toHaveTextContent('Earmark does not answer, or this device is offline.');
  isUp = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(reloads).toBe(1));
});

it('replaces the whole site when its frame has crashed', async () => {
  const Broken = () => {
    throw new Error('x is not a function');
  };
  show(
    <CrashBoundary Crash={CrashedSite}>
      <Broken />
    </CrashBoundary>,
  );
  expect(await screen.findByRole('main')).toHaveTextContent('This page stopped working');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});

it.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', 'This page could not be loaded'],
  ['error loading dynamically imported module', 'This page could not be loaded'],
  ['Importing a module script failed.', 'This page could not be loaded'],
  ['x is not a function', 'This page stopped working'],
])('knows what happened: %s', async (message, title) => {
  isUp = false;
  healthy();
  const load = async () => Promise.reject(new TypeError(message));
  render(
    <RouterProvider router={makeRouter([{ path: '/', load }], memoryHistory('/'))}>
      <CurrentPage Crash={CrashPage} />
    </RouterProvider>,
  );
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { makeRouter } from '../kit/router/router.ts';
import type { Load } from '../kit/router/router.ts';
import { CurrentPage, Link, RouterProvider } from '../kit/router/routing.tsx';
import { ThemeProvider } from '../kit/theme.tsx';
import { memoryHistory } from '../testing/memory-history.ts';
import { server } from '../testing/server.ts';
import { Toasts } from '../ui/toast.tsx';
import { staying } from './staying.ts';

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

it('keeps the page one came from until the next one can be loaded', async () => {
  let isUp = false;
  server.use(http.get('*/health/live', () => (isUp ? HttpResponse.json({}) : HttpResponse.error())));
  await openFirst(async () => {
    if (!isUp) throw MISSING;

    return () => <h1>Second</h1>;
  });
  await screen.findByText('That page could not be loaded');
  expect(screen.getByRole('heading', { name: 'First' })).toBeVisible();
  isUp = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Second' })).toBeVisible();
});

it('shows the error page for a script that is missing although the server answers', async () => {
  server.use(http.get('*/health/live', () => HttpResponse.json({})));
  await openFirst(() => Promise.reject(MISSING));
  expect(await screen.findByRole('heading', { name: 'Not loaded' })).toBeVisible();
});

/** Shows one page, and goes to another that is loaded so. */
async function openFirst(load: Load): Promise<void> {
  const routes = staying([
    { path: '/', load: async () => First },
    { path: '/second', load },
  ]);
  render(
    <ThemeProvider>
      <RouterProvider router={makeRouter(routes, memoryHistory('/'))}>
        <CurrentPage Crash={() => <h1>Not loaded</h1>} />
      </RouterProvider>
      <Toasts />
    </ThemeProvider>,
  );
  (await screen.findByRole('link', { name: 'On' })).click();
}

const First = () => (
  <>
    <h1>First</h1>
    <Link to="/second">On</Link>
  </>
);

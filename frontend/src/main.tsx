import './kit/jitless.ts';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetOldDrafts } from './kit/draft-place.ts';
import { reloadFailedStyles } from './kit/failed-styles.ts';
import { makeQueryClient } from './kit/queries.ts';
import { applyReadingStyle } from './kit/reading-style.ts';
import { ThemeProvider } from './kit/theme.tsx';
import { AppShell } from './app/app-shell.tsx';
import { CrashedSite } from './app/crash-page.tsx';
import { routes } from './app/routes.tsx';
import { staying } from './app/staying.ts';
import { browserHistory } from './kit/router/history.ts';
import { makeRouter } from './kit/router/router.ts';
import { CrashBoundary, RouterProvider } from './kit/router/routing.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with id "root"');

applyReadingStyle();
forgetOldDrafts();
reloadFailedStyles();
const router = makeRouter(staying(routes), browserHistory());
// The frame in index.html stays until then. Not awaited here: the pages import from the chunk of this module, and would wait for its end.
void router.started.then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <ThemeProvider>
          <RouterProvider router={router}>
            <CrashBoundary Crash={CrashedSite}>
              <AppShell />
            </CrashBoundary>
          </RouterProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
);

import { createBrowserRouter } from 'react-router-dom';
import { AppShell } from './pages/app-shell.tsx';
import { CrashPage } from './pages/crash-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';

/** Every URL of the site. A page is loaded when it is first shown. */
export const makeRouter = () =>
  createBrowserRouter([
    {
      Component: AppShell,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: CrashPage,
          children: [
            {
              path: '/',
              lazy: async () => ({ Component: (await import('./pages/dashboard-page.tsx')).DashboardPage }),
            },
            {
              path: '/podcasts/:podcastName',
              lazy: async () => ({ Component: (await import('./pages/podcast-page.tsx')).PodcastPage }),
            },
            {
              path: '/podcasts/:podcastName/:episodeName',
              lazy: async () => ({ Component: (await import('./pages/episode-page.tsx')).EpisodePage }),
            },
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ]);

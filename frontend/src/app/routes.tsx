import type { RouteObject } from 'react-router-dom';
import { RequireRole } from '../accounts/require-role.tsx';
import { AppShell } from './app-shell.tsx';
import { CrashedSite, CrashPage } from './crash-page.tsx';
import { ASSISTANT_PATH } from '../kit/paths.ts';
import { stayingRouter } from './staying.ts';
import { DashboardPage } from '../pages/dashboard-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';

/** Every URL of the site. Each page is loaded when it is first shown; the dashboard is small, and comes along. */
export const makeRouter = () =>
  stayingRouter([
    {
      Component: AppShell,
      ErrorBoundary: CrashedSite,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: CrashPage,
          children: [
            { path: '/', Component: DashboardPage },
            {
              path: '/search',
              lazy: async () => ({ Component: (await import('../pages/search-page.tsx')).SearchPage }),
            },
            {
              path: '/advanced-search',
              lazy: async () => ({
                Component: (await import('../pages/advanced-search-page.tsx')).AdvancedSearchPage,
              }),
            },
            {
              path: '/episodes',
              lazy: async () => ({ Component: (await import('../pages/episodes-page.tsx')).EpisodesPage }),
            },
            {
              path: '/podcast/:uuid',
              lazy: async () => ({ Component: (await import('../pages/podcast-by-uuid-page.tsx')).PodcastByUuidPage }),
            },
            {
              path: '/podcasts/:podcastName',
              lazy: async () => ({ Component: (await import('../pages/podcast-page.tsx')).PodcastRoute }),
            },
            {
              path: '/podcasts/:podcastName/:episodeName',
              lazy: async () => ({ Component: (await import('../pages/episode-page.tsx')).EpisodePage }),
            },
            {
              path: '/entities',
              lazy: async () => ({ Component: (await import('../pages/entities-page.tsx')).EntitiesPage }),
            },
            {
              path: '/entities/:slug',
              lazy: async () => ({ Component: (await import('../pages/entity-page.tsx')).EntityRoute }),
            },
            {
              path: ASSISTANT_PATH,
              lazy: async () => ({ Component: (await import('../pages/ask-page.tsx')).AskPage }),
            },
            {
              path: `${ASSISTANT_PATH}/answers/:id`,
              lazy: async () => ({ Component: (await import('../pages/answer-page.tsx')).AnswerPage }),
            },
            {
              path: '/preferences',
              lazy: async () => ({ Component: (await import('../pages/preferences-page.tsx')).PreferencesPage }),
            },
            {
              path: '/help',
              lazy: async () => ({ Component: (await import('../pages/help-page.tsx')).HelpPage }),
            },
            {
              path: '/sign-in',
              lazy: async () => ({ Component: (await import('../pages/sign-in-page.tsx')).SignInPage }),
            },
            {
              element: <RequireRole needs="reader" />,
              children: [
                {
                  path: '/password',
                  lazy: async () => ({ Component: (await import('../pages/password-page.tsx')).PasswordPage }),
                },
              ],
            },
            {
              element: <RequireRole needs="analyst" />,
              children: [
                {
                  path: '/admin/entities',
                  lazy: async () => ({
                    Component: (await import('../pages/entities-admin-page.tsx')).EntitiesAdminPage,
                  }),
                },
                {
                  path: '/admin/recounts',
                  lazy: async () => ({ Component: (await import('../pages/recounts-page.tsx')).RecountsPage }),
                },
                {
                  path: '/admin/changes',
                  lazy: async () => ({ Component: (await import('../pages/changes-page.tsx')).ChangesPage }),
                },
                {
                  path: '/admin/projections',
                  lazy: async () => ({ Component: (await import('../pages/projections-page.tsx')).ProjectionsPage }),
                },
              ],
            },
            {
              element: <RequireRole needs="admin" />,
              children: [
                {
                  path: '/admin/series',
                  lazy: async () => ({ Component: (await import('../pages/series-admin-page.tsx')).SeriesAdminPage }),
                },
                {
                  path: '/admin/episodes',
                  lazy: async () => ({
                    Component: (await import('../pages/episodes-admin-page.tsx')).EpisodesAdminPage,
                  }),
                },
                {
                  path: '/admin/entity-discovery',
                  lazy: async () => ({
                    Component: (await import('../pages/entity-discovery-page.tsx')).EntityDiscoveryPage,
                  }),
                },
                {
                  path: '/admin/transcript-search',
                  lazy: async () => ({
                    Component: (await import('../pages/transcript-search-page.tsx')).TranscriptSearchPage,
                  }),
                },
                {
                  path: '/admin/integrations',
                  lazy: async () => ({
                    Component: (await import('../pages/integrations-page.tsx')).IntegrationsPage,
                  }),
                },
                { path: '/admin/*', Component: NotFoundPage },
              ],
            },
            ...developmentRoutes(),
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ]);

/** Resolves when the first page has been loaded, or could not be; until then, the frame in index.html stays. */
export function whenLoaded(router: ReturnType<typeof makeRouter>): Promise<void> {
  if (router.state.initialized) return Promise.resolve();

  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

// The condition is a build-time constant, so the page is not shipped.
function developmentRoutes(): RouteObject[] {
  if (!import.meta.env.DEV) return [];

  return [
    {
      path: '/styleguide',
      lazy: async () => ({ Component: (await import('../pages/styleguide-page.tsx')).StyleguidePage }),
    },
  ];
}

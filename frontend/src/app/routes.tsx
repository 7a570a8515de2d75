import type { Role } from '@earmark/contracts/accounts';
import type { ComponentType } from 'react';
import { RequireRole } from '../accounts/require-role.tsx';
import { ASSISTANT_PATH } from '../kit/paths.ts';
import type { Route } from '../kit/router/router.ts';
import { DashboardPage } from '../pages/dashboard-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';

/** Every URL of the site. Each page is loaded when it is first shown; the dashboard is small, and comes along. */
export const routes: readonly Route[] = [
  { path: '/', Page: DashboardPage },
  { path: '/search', load: async () => (await import('../pages/search-page.tsx')).SearchPage },
  {
    path: '/advanced-search',
    load: async () => (await import('../pages/advanced-search-page.tsx')).AdvancedSearchPage,
  },
  { path: '/episodes', load: async () => (await import('../pages/episodes-page.tsx')).EpisodesPage },
  { path: '/podcast/:uuid', load: async () => (await import('../pages/podcast-by-uuid-page.tsx')).PodcastByUuidPage },
  { path: '/podcasts/:podcastName', load: async () => (await import('../pages/podcast-page.tsx')).PodcastRoute },
  {
    path: '/podcasts/:podcastName/:episodeName',
    load: async () => (await import('../pages/episode-page.tsx')).EpisodePage,
  },
  { path: '/entities', load: async () => (await import('../pages/entities-page.tsx')).EntitiesPage },
  { path: '/entities/:slug', load: async () => (await import('../pages/entity-page.tsx')).EntityRoute },
  { path: ASSISTANT_PATH, load: async () => (await import('../pages/ask-page.tsx')).AskPage },
  { path: `${ASSISTANT_PATH}/answers/:id`, load: async () => (await import('../pages/answer-page.tsx')).AnswerPage },
  { path: '/preferences', load: async () => (await import('../pages/preferences-page.tsx')).PreferencesPage },
  { path: '/help', load: async () => (await import('../pages/help-page.tsx')).HelpPage },
  { path: '/sign-in', load: async () => (await import('../pages/sign-in-page.tsx')).SignInPage },
  ...only('reader', [
    { path: '/password', load: async () => (await import('../pages/password-page.tsx')).PasswordPage },
  ]),
  ...only('analyst', [
    { path: '/admin/entities', load: async () => (await import('../pages/entities-admin-page.tsx')).EntitiesAdminPage },
    { path: '/admin/recounts', load: async () => (await import('../pages/recounts-page.tsx')).RecountsPage },
    { path: '/admin/changes', load: async () => (await import('../pages/changes-page.tsx')).ChangesPage },
    { path: '/admin/projections', load: async () => (await import('../pages/projections-page.tsx')).ProjectionsPage },
  ]),
  ...only('admin', [
    { path: '/admin/series', load: async () => (await import('../pages/series-admin-page.tsx')).SeriesAdminPage },
    { path: '/admin/episodes', load: async () => (await import('../pages/episodes-admin-page.tsx')).EpisodesAdminPage },
    {
      path: '/admin/entity-discovery',
      load: async () => (await import('../pages/entity-discovery-page.tsx')).EntityDiscoveryPage,
    },
    {
      path: '/admin/transcript-search',
      load: async () => (await import('../pages/transcript-search-page.tsx')).TranscriptSearchPage,
    },
    {
      path: '/admin/integrations',
      load: async () => (await import('../pages/integrations-page.tsx')).IntegrationsPage,
    },
    { path: '/admin/*', Page: NotFoundPage },
  ]),
  // The condition is a build-time constant, so the page is not shipped.
  ...(import.meta.env.DEV
    ? [{ path: '/styleguide', load: async () => (await import('../pages/styleguide-page.tsx')).StyleguidePage }]
    : []),
  { path: '*', Page: NotFoundPage },
];

/** The pages for this role and those that may do more. */
function only(needs: Role, pages: readonly Route[]): Route[] {
  const guarded = (Page: ComponentType) =>
    function Guarded() {
      return (
        <RequireRole needs={needs}>
          <Page />
        </RequireRole>
      );
    };

  return pages.map((page) =>
    'load' in page
      ? { path: page.path, load: async () => guarded(await page.load()) }
      : { path: page.path, Page: guarded(page.Page) },
  );
}

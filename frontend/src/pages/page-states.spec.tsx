import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RecentPodcasts } from '../series/recent-podcasts.tsx';
import { HARBOUR } from '../testing/episode.tsx';
import { answers, refusal } from '../testing/server.ts';
import { suggestionsOf } from '../testing/search.ts';
import { show } from '../testing/show.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { EpisodesPage } from './episodes-page.tsx';
import { PodcastPage } from './podcast-page.tsx';
import { SearchPage } from './search-page.tsx';

const AWAY = 'The database is away for a moment.';

/** A list: where it is shown, its call, what is said while it loads and when that fails. */
interface Listed {
  readonly page: ReactNode;
  readonly address: string;
  readonly call: string;
  readonly answer: object;
  readonly loading: string;
  readonly failed: string;
  /** A name in it. */
  readonly name: string;
}

const LISTS: Readonly<Record<string, Listed>> = {
  'the podcast series of the dashboard': {
    page: <DashboardPage />,
    address: '/',
    call: '/api/dashboard/podcast-series',
    answer: [{ id: 'harbour', slug: 'harbour', name: 'Harbour', host: 'Ada', imageUrl: null, episodeCount: 2 }],
    loading: 'Loading podcast series',
    failed: 'Error loading podcast series',
    name: 'Harbour',
  },
  'the recent episodes of the dashboard': {
    page: <DashboardPage />,
    address: '/',
    call: '/api/dashboard/recent-episodes',
    answer: [episode('Ferries')],
    loading: 'Loading recent episodes',
    failed: 'Error loading recent episodes',
    name: 'Ferries',
  },
  'all episodes': {
    page: <EpisodesPage />,
    address: '/episodes',
    call: '/api/episodes',
    answer: { episodes: [episode('Ferries')], next: null },
    loading: 'Loading episodes',
    failed: 'Error loading episodes',
    name: 'Ferries',
  },
  'the podcast search': {
    page: <SearchPage />,
    address: '/search?q=harbour',
    call: '/api/podcasts/search',
    answer: {
      results: [
        {
          uuid: 'harbour',
          slug: 'harbour',
          name: 'Harbour',
          host: 'Ada',
          description: null,
          imageUrl: null,
          categories: [],
          language: 'en',
          episodeCount: 2,
        },
      ],
      total: 1,
    },
    loading: 'Searching podcasts',
    failed: 'Error loading search results',
    name: 'Harbour',
  },
};

beforeEach(() => {
  answers('get', '/api/dashboard/podcast-series', []);
  answers('get', '/api/dashboard/recent-episodes', []);
  answers('get', '/api/auth/me', { user: null });
  answers('get', '/api/search/suggest', suggestionsOf());
});

for (const [what, { page, address, call, answer, loading, failed, name }] of Object.entries(LISTS))
  it(`${what}: says that it is loading, why that failed, and loads on retry`, async () => {
    const server = serve(call, answer);
    const { user } = show(page, address);
    expect(await screen.findByText(loading)).toBeInTheDocument();
    server.letGo();
    const heading = await screen.findByRole('heading', { name: failed });
    expect(heading.closest('[role=alert]')).toHaveTextContent(`503: ${AWAY}`);
    server.isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
    expect(screen.queryByText(loading)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

it('the podcast series are three placeholders until they have come', async () => {
  serve('/api/dashboard/podcast-series', []);
  show(<DashboardPage />);
  const words = await screen.findByText('Loading podcast series');
  expect(words.parentElement?.children).toHaveLength(1 + 3);
});

it('the recent podcasts in the sidebar say that they are loading', async () => {
  const server = serve('/api/podcasts/recent', [
    { uuid: 'harbour', slug: 'harbour', name: 'Harbour', episodeCount: 2 },
  ]);
  show(<RecentPodcasts />);
  expect(await screen.findByText('Loading podcasts...')).toBeInTheDocument();
  server.isDown = false;
  server.letGo();
  expect(await screen.findByRole('link', { name: 'Harbour 2 episodes' })).toHaveAttribute('href', '/podcasts/harbour');
});

describe('the page of a podcast', () => {
  const podcast = { ...HARBOUR, totalEpisodes: 0 };

  it('says that it is loading, why that failed, and loads on retry', async () => {
    const server = serve('/api/podcasts/harbour', { podcast, episodes: [] });
    const { user } = show(<PodcastPage podcastName="harbour" />);
    expect(await screen.findByText('Loading episodes...')).toBeInTheDocument();
    server.letGo();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('No episodes found');
    expect(alert).toHaveTextContent("We couldn't find any episodes for this podcast. Please sync episodes first.");
    expect(alert).toHaveTextContent(`503: ${AWAY}`);
    server.isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbour' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('says why the search failed, and searches again', async () => {
    const ferries = {
      ...episode('Ferries'),
      uuid: 'ferries',
      name: 'Ferries',
      description: null,
      audioUrl: null,
      datePublished: null,
      duration: null,
      imageUrl: null,
      transcriptSource: null,
      uploadedToOpenai: false,
      podcastId: 'harbour',
    };
    answers('get', '/api/podcasts/harbour', { podcast, episodes: [ferries] });
    const server = serve('/api/podcasts/harbour/search', { episodes: [{ ...ferries, matchCount: 2 }] });
    server.letGo();
    const { user } = show(<PodcastPage podcastName="harbour" />, '/podcasts/harbour?q=people');
    const heading = await screen.findByRole('heading', { name: 'The search failed' });
    expect(heading.closest('[role=alert]')).toHaveTextContent(`503: ${AWAY}`);
    server.isDown = false;
    const asked = server.calls.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: '2 matches' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.calls.length).toBe(asked + 1);
  });
});

function episode(title: string) {
  return {
    id: title.toLowerCase(),
    slug: title.toLowerCase(),
    podcastName: 'Harbour',
    podcastImage: null,
    podcastSlug: 'harbour',
    title,
    publishedAt: null,
    mentionsCount: 3,
    hasWhisperTranscript: true,
  };
}

/** Answers this call as a server in trouble does while `isDown`, and not before `letGo`. */
function serve(call: string, answer: object) {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const server = {
    isDown: true,
    letGo: () => letGo(),
    calls: answers('get', call, async () => {
      await held;

      return server.isDown ? refusal(503, 'down', AWAY) : Response.json(answer);
    }),
  };

  return server;
}

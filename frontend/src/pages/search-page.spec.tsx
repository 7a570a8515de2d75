import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { passageOf, suggestionsOf } from '../testing/search.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { SearchPage } from './search-page.tsx';

beforeEach(() => {
  answers('get', '/api/dashboard/podcast-series', []);
  answers('get', '/api/podcasts/search', { results: [], total: 0 });
});

it('lists entities, people, episodes and passages beside podcasts, with links that keep the text', async () => {
  answers('get', '/api/search/suggest', FOUND);
  show(<SearchPage />, '/search?q=lagos');
  await screen.findByRole('list', { name: 'Entities' });
  const also = within(screen.getByRole('region', { name: 'Also found' }));
  const hrefs = also.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/entities/lagos',
    '/advanced-search?speaker=Ada+Lagos',
    '/podcasts/Harbour/ferries?search=lagos',
    '/advanced-search?q=lagos*',
    '/podcasts/Harbour/ferries?t=10&search=Lagos',
  ]);
  expect(also.getByText('Lagos', { selector: 'mark' })).toBeVisible();
  expect(also.getByRole('link', { name: 'All 42 passages' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'No podcasts found' })).toBeVisible();
});

it('says that nothing was found, in the words of the podcast search', async () => {
  answers('get', '/api/search/suggest', suggestionsOf());
  show(<SearchPage />, '/search?q=qqzzx');
  expect(await screen.findByRole('heading', { name: 'No results found' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Also found' })).toBeNull();
});

it('says why entities and passages could not be searched, and tries again', async () => {
  let isDown = true;
  answers('get', '/api/search/suggest', () => (isDown ? refusal(503, 'down', 'Away.') : Response.json(FOUND)));
  const { user } = show(<SearchPage />, '/search?q=lagos');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('503: Away.');
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Entities' })).toBeVisible();
});

const FOUND = suggestionsOf({
  entities: [
    { id: 'lagos', name: 'Lagos', slug: 'lagos', type: 'location', iconName: 'MapPin', colorClass: '', mentions: 3 },
  ],
  speakers: [{ name: 'Ada Lagos', segments: 12 }],
  episodes: [{ name: 'Ferries of Lagos', slug: 'ferries', podcastName: 'Harbour', podcastSlug: 'Harbour' }],
  passages: [
    {
      ...passageOf('s1', 'We sail to Lagos', 'Lagos'),
      episodeName: 'Ferries of Lagos',
      episodeSlug: 'ferries',
      podcastName: 'Harbour',
      podcastSlug: 'Harbour',
    },
  ],
  totalPassages: 42,
});

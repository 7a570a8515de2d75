import { expect, it } from '@jest/globals';
import type { EntityIndexAnswer } from '@earmark/contracts/search';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { EntitiesPage } from './entities-page.tsx';

const row = (name: string, recent = 0, previous = 0): EntityIndexAnswer['entities'][number] => ({
  id: name,
  name,
  slug: name.toLowerCase(),
  type: 'location',
  iconName: 'MapPin',
  colorClass: '',
  mentions: 1204,
  episodes: 1,
  recent,
  previous,
});
const CATEGORIES = [{ value: 'location', label: 'Locations', count: 2 }];

it('is narrowed, ordered and paged, all of it in the address', async () => {
  const calls = answers('get', '/api/entities', ({ url }: Call) =>
    Response.json({
      entities: url.searchParams.has('after') ? [row('Bergen')] : [row('Lagos', 9, 4)],
      total: 2,
      next: url.searchParams.has('after') ? null : 'cursor',
      categories: CATEGORIES,
    }),
  );
  const { user, address } = show(<EntitiesPage />, '/entities');
  const lagos = await screen.findByRole('link', { name: /Lagos/ });
  expect(lagos).toHaveAttribute('href', '/entities/lagos');
  expect(lagos).toHaveTextContent('1,204 mentions in 1 episode');
  expect(within(lagos).getByTitle('9 in the last 90 days, 4 in the 90 days before')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: /Bergen/ })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Rising' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Locations (2)');
  expect(address()).toBe('/entities?sort=rising&category=location');
  await user.type(screen.getByRole('searchbox', { name: 'Filter by name...' }), 'lag');
  await waitFor(() => expect(address()).toBe('/entities?sort=rising&category=location&q=lag'));
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])).toEqual({
      q: 'lag',
      category: 'location',
      sort: 'rising',
    }),
  );
});

it('says that it loads, why that failed, and that nothing passes the filter', async () => {
  let isDown = true;
  answers('get', '/api/entities', ({ url }: Call) =>
    isDown
      ? refusal(503, 'down', 'Away.')
      : Response.json(
          url.searchParams.has('q')
            ? { entities: [], total: 0, next: null, categories: [] }
            : { entities: [row('Lagos')], total: 1, next: null, categories: CATEGORIES },
        ),
  );
  const { user, address } = show(<EntitiesPage />, '/entities?q=qqzzx');
  expect(screen.getByText('Loading entities')).toBeInTheDocument();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('503: Away.');
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No entities found' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(await screen.findByRole('link', { name: /Lagos/ })).toBeVisible();
  expect(address()).toBe('/entities');
});

import { expect, it } from '@jest/globals';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { getJson } from '../kit/api.ts';
import { refreshTouched } from '../kit/queries.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { NextPage } from './more-button.tsx';

it('loads the next page, and goes at the end of the list', async () => {
  serveNames();
  const { user } = show(<Names />);
  await user.click(await loadMore());
  expect(await screen.findByText('1, 2')).toBeInTheDocument();
  await user.click(await loadMore());
  expect(await screen.findByText('1, 2, 3')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull());
});

it('loads the page that was asked for, even when the list is refreshed meanwhile', async () => {
  const server = serveNames();
  const { user } = show(<Names />);
  const button = await loadMore();
  const letGo = server.hold();
  await user.click(button);
  await screen.findByRole('button', { name: 'Loading…' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  server.name = 'new ';
  letGo();
  expect(await screen.findByText('new 1, new 2')).toBeInTheDocument();
});

it('loads the page after a refresh that is under way, and does not break that off', async () => {
  const server = serveNames();
  const { user } = show(<Names />);
  const button = await loadMore();
  const letGo = server.hold();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await user.click(button);
  await screen.findByRole('button', { name: 'Loading…' });
  server.name = 'new ';
  letGo();
  expect(await screen.findByText('new 1, new 2')).toBeInTheDocument();
});

it('says why the page could not be loaded, and tries again when asked', async () => {
  const server = serveNames();
  const { user } = show(<Names />);
  const button = await loadMore();
  server.isDown = true;
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('503: Away.');
  server.isDown = false;
  await user.click(await loadMore());
  expect(await screen.findByText('1, 2')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

const loadMore = () => screen.findByRole('button', { name: 'Load more' });

const Page = z.object({ name: z.string(), next: z.number().nullable() });
const names = infiniteQueryOptions({
  queryKey: ['names'],
  queryFn: ({ pageParam, signal }) => getJson(`/api/names?page=${pageParam}`, Page, signal),
  initialPageParam: 1,
  getNextPageParam: ({ next }) => next,
  meta: { isTouchedBy: () => true },
});

/** A list with a name on each page, and a button that does what a change in the live feed does. */
function Names() {
  const query = useInfiniteQuery(names);
  const client = useQueryClient();
  const change = { podcastUuid: null, episodeUuid: null, entityIds: [] };

  return (
    <>
      <p>{query.data?.pages.map(({ name }) => name).join(', ')}</p>
      <NextPage query={query} />
      <button onClick={() => void refreshTouched(client, [change])}>Refresh</button>
    </>
  );
}

/** Three pages. `hold` keeps the calls back until the returned function is called. */
function serveNames() {
  let held = Promise.resolve();
  const server = {
    name: '',
    isDown: false,
    hold: () => {
      let letGo = (): void => undefined;
      held = new Promise((resolve) => {
        letGo = resolve;
      });

      return () => letGo();
    },
  };
  answers('get', '/api/names', async ({ url }: { url: URL }) => {
    await held;
    if (server.isDown) return refusal(503, 'down', 'Away.');
    const page = Number(url.searchParams.get('page'));

    return Response.json({ name: `${server.name}${page}`, next: page === 3 ? null : page + 1 });
  });

  return server;
}

import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { EntityRoute } from './entity-page.tsx';

it('says that the entity is loading, why that failed, and loads it on retry', async () => {
  answers('get', '/api/auth/me', { user: null });
  let isDown = true;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  answers('get', '/api/entities/lagos', async () => {
    await held;

    return isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json(LAGOS);
  });
  answers('get', '/api/entities/lagos/mentions', { mentions: [], next: null });
  const { user } = show(
    <PlayerProvider>
      <EntityRoute />
    </PlayerProvider>,
    '/entities/lagos',
    '/entities/:slug',
  );
  expect(screen.getByRole('status')).toHaveTextContent('Loading entity');
  letGo();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Error loading entity');
  expect(alert).toHaveTextContent('503: The database is away for a moment.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Lagos' })).toBeVisible();
});

const OPEN = (
  <PlayerProvider>
    <EntityRoute />
  </PlayerProvider>
);

it('replaces the address of a merged entity, and lets an admin undo the merge', async () => {
  const eko = { id: 'eko-id', name: 'Eko', slug: 'eko' };
  const merged = {
    ...LAGOS,
    entity: { ...LAGOS.entity, merged: [eko] },
    merges: [{ ...eko, mergedAt: '2026-03-04T05:06:07.000Z' }],
  };
  answers('get', '/api/auth/me', { user: { username: 'ada', role: 'admin' } });
  answers('get', '/api/entities/:slug', merged);
  answers('get', '/api/entities/lagos/mentions', { mentions: [], next: null });
  const undone = answers('post', '/api/admin/entities/eko-id/unmerge', {
    message: '"Eko" counts for itself again.',
    slug: 'eko',
    eventId: null,
  });
  const { user, address } = show(OPEN, '/entities/eko?podcast=night', '/entities/:slug');
  const undo = await screen.findByRole('button', { name: 'Undo the merge of Eko' });
  expect(screen.getByRole('list', { name: 'Merged entities' })).toHaveTextContent(
    'Also known as Eko (merged on 4 Mar 2026, undo)',
  );
  expect(address()).toBe('/entities/lagos?podcast=night');
  await user.click(undo);
  expect(undone).toHaveLength(1);
});

it('merges by keyboard, after showing both side by side and in either direction', async () => {
  const side = (id: string, name: string, mentions: number) => ({
    entity: { ...LAGOS.entity, id, name },
    mentions,
    episodes: 1,
    contexts: [],
  });
  const sides = { lagos: side('lagos', 'Lagos', 3), eko: side('eko', 'Eko', 2) };
  answers('get', '/api/auth/me', { user: { username: 'ada', role: 'admin' } });
  answers('get', '/api/entities/:slug', LAGOS);
  answers('get', '/api/entities/lagos/mentions', { mentions: [], next: null });
  const choice = { ...sides.eko.entity, slug: 'eko', mentions: 2 };
  answers('get', '/api/search/suggest', {
    podcasts: [],
    episodes: [],
    entities: [{ ...choice, id: 'lagos', name: 'Lagos' }, choice],
    speakers: [],
    passages: [],
    totalPassages: 0,
  });
  const merge = (from: 'lagos' | 'eko', into: 'lagos' | 'eko') =>
    answers('post', `/api/admin/entities/${from}/merge`, ({ body }: { body: unknown }) =>
      Response.json(
        (body as { dryRun?: boolean }).dryRun === true
          ? {
              from: sides[from],
              into: sides[into],
              overlap: { mentions: 1, episodes: 1 },
              total: { mentions: 4, episodes: 1 },
            }
          : { message: 'Merged.', slug: into, eventId: 'event' },
      ),
    );
  const [, swapped] = [merge('lagos', 'eko'), merge('eko', 'lagos')];
  const { user } = show(OPEN, '/entities/lagos', '/entities/:slug');
  await user.click(await screen.findByRole('button', { name: 'Merge into…' }));
  await user.click(screen.getByRole('combobox', { name: 'Merge “Lagos” with' }));
  await user.keyboard('ek');
  // The entity itself is not offered.
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('region', { name: 'Becomes an alias: Lagos' })).toHaveTextContent('3 mentions');
  expect(screen.getByRole('form', { name: 'Merge' })).toHaveTextContent(
    'As one: 4 mentions in 1 episode; 1 passage with both counts once.',
  );
  await user.click(screen.getByRole('button', { name: 'Keep “Lagos” instead' }));
  expect(await screen.findByRole('region', { name: 'Stays: Lagos' })).toBeVisible();
  await user.click(screen.getByRole('textbox', { name: 'Reason (optional)' }));
  await user.keyboard('the same city{Enter}');
  await screen.findByRole('button', { name: 'Merge into…' });
  expect(swapped.map(({ body }) => body)).toEqual([
    { into: 'lagos', dryRun: true },
    { into: 'lagos', reason: 'the same city' },
  ]);
});

const LAGOS = {
  entity: {
    id: 'lagos',
    name: 'Lagos',
    type: 'location',
    url: null,
    iconName: 'MapPin',
    colorClass: '',
    wholeWord: true,
    slug: 'lagos',
    merged: [],
  },
  merges: [],
  splits: [],
  aliases: [],
  mentions: 0,
  episodes: 0,
  podcasts: [],
  speakers: [],
  months: [],
  first: null,
  last: null,
};

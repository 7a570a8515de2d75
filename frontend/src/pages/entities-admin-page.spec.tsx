import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { EntitiesAdminPage } from './entities-admin-page.tsx';

const BOOK = { id: 'book', name: 'book', displayName: 'Book', iconName: 'Book', colorClass: '' };

beforeEach(() => {
  answers('get', '/api/admin/recounts', { recounts: [], next: null, behind: { episodes: 0, of: 1 } });
  answers('get', '/api/admin/entity-patterns', []);
});

const open = () =>
  show(
    <PlayerProvider>
      <EntitiesAdminPage />
    </PlayerProvider>,
    '/admin/entities',
  );

it('says when categories cannot be loaded, and retries', async () => {
  let isDown = true;
  answers('get', '/api/admin/entity-types', () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json([BOOK]),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Book/ })).toBeVisible();
});

it('says when there are no categories', async () => {
  answers('get', '/api/admin/entity-types', []);
  open();
  expect(await screen.findByRole('heading', { name: 'No categories yet' })).toBeVisible();
});

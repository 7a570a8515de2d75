import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { EntityRoute } from './entity-page.tsx';

it('says that the entity is loading, why that failed, and loads it on retry', async () => {
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
      <Routes>
        <Route path="/entities/:slug" element={<EntityRoute />} />
      </Routes>
    </PlayerProvider>,
    '/entities/lagos',
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
  aliases: [],
  mentions: 0,
  episodes: 0,
  podcasts: [],
  speakers: [],
  months: [],
  first: null,
  last: null,
};

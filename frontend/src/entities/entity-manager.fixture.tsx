import { screen, within } from '@testing-library/react';
import { z } from 'zod';
import { episodeWith, placesOf, segmentsOf, serveEpisode, showEditor } from '../testing/episode.tsx';
import type { EpisodeServer } from '../testing/episode.tsx';
import type { Shown } from '../testing/show.tsx';
import { EntityManager } from './entity-manager.tsx';

export const Sent = z.object({
  entityMentions: z.array(z.object({ entity: z.object({ name: z.string() }) })),
  learnFromManualAdditions: z.boolean(),
  loaded: z.array(z.string()),
});

/** The one that was started last. */
export let server: EpisodeServer;

/** Starts a server with an episode that mentions two places. */
export function serveEntities(): void {
  server = serveEpisode(
    'entities',
    episodeWith({
      transcript: segmentsOf(['The ferry to Guernsey.', 'Mallow is inland.', 'The harbour of Guernsey.']),
      entityMentions: placesOf(['Guernsey', 'Mallow']),
    }),
    (_, call) => ({ entityMentions: placesOf(namesOf(call.body)) }),
  );
}

const namesOf = (body: unknown): string[] => Sent.parse(body).entityMentions.map(({ entity }) => entity.name);
export const sent = (server: EpisodeServer): string[][] => server.saves.map(({ body }) => namesOf(body));
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const form = () => within(screen.getByRole('form', { name: /^(Add entity|Edit )/ }));
const list = () => within(screen.getByRole('list', { name: 'Current entities' }));
export const isListed = (name: string): boolean => list().queryByRole('button', { name: `Edit ${name}` }) !== null;
export const message = (text: string) => screen.findAllByText(text);

export async function open(): Promise<Shown> {
  const shown = showEditor((page) => <EntityManager page={page} />);
  await screen.findByRole('heading', { name: /^Current Entities/ });

  return shown;
}
export async function add({ user }: Shown, name: string): Promise<void> {
  await user.clear(form().getByLabelText('Name'));
  await user.type(form().getByLabelText('Name'), name);
  await user.selectOptions(form().getByLabelText('Type'), 'location');
  await user.click(form().getByRole('button', { name: 'Add Entity' }));
}
export async function rename({ user }: Shown, from: string, to: string): Promise<void> {
  await user.click(button(`Edit ${from}`));
  await user.clear(form().getByLabelText('Name'));
  await user.type(form().getByLabelText('Name'), to);
  await user.click(button('Update Entity'));
}

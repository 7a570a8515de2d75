import { Uuid } from '@earmark/contracts/kit';
import type { EpisodePlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { cursorOf, keysIn } from '../kit/cursor.ts';

const Place = z.tuple([z.iso.datetime().nullable(), Uuid]);

/** The value of `after` for the page that follows this place. */
export const episodeCursor = ({ publishedAt, episodeUuid }: EpisodePlace): string =>
  cursorOf([publishedAt, episodeUuid]);

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export function episodePlace(after: string): EpisodePlace {
  const [publishedAt, episodeUuid] = keysIn(after, Place, 'a list of episodes');

  return { publishedAt, episodeUuid };
}

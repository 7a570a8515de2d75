import { Uuid } from '@earmark/contracts/kit';
import type { EpisodePlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';

const Place = z.tuple([z.iso.datetime().nullable(), Uuid]);

/** The value of `after` for the page that follows this place. */
export const episodeCursor = ({ publishedAt, episodeUuid }: EpisodePlace): string =>
  Buffer.from(JSON.stringify([publishedAt, episodeUuid])).toString('base64url');

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export function episodePlace(after: string): EpisodePlace {
  const place = Place.safeParse(parsedJson(Buffer.from(after, 'base64url').toString()));
  if (!place.success) throw new Rejected('invalid', 'The value of "after" does not come from a list of episodes.');
  const [publishedAt, episodeUuid] = place.data;

  return { publishedAt, episodeUuid };
}

/** Null when it is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

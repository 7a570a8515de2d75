import { Uuid } from '@earmark/contracts/kit';
import type { PassagePlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { Rejected } from '../kit/rejected.ts';

const Place = z.tuple([z.iso.datetime().nullable(), Uuid, z.string().regex(/^[^\0]*$/), Uuid]);

/** The value of `after` for the page that follows this place. */
export const passageCursor = ({ publishedAt, episodeUuid, orderKey, segmentId }: PassagePlace): string =>
  Buffer.from(JSON.stringify([publishedAt, episodeUuid, orderKey, segmentId])).toString('base64url');

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export function passagePlace(after: string): PassagePlace {
  const place = Place.safeParse(parsedJson(Buffer.from(after, 'base64url').toString()));
  if (!place.success) throw new Rejected('invalid', 'The value of "after" does not come from a list of mentions.');
  const [publishedAt, episodeUuid, orderKey, segmentId] = place.data;

  return { publishedAt, episodeUuid, orderKey, segmentId };
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

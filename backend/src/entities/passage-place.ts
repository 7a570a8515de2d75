import { Uuid } from '@earmark/contracts/kit';
import type { PassagePlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { cursorOf, keysIn } from '../kit/cursor.ts';

const Place = z.tuple([z.iso.datetime().nullable(), Uuid, z.string().regex(/^[^\0]*$/), Uuid]);

/** The value of `after` for the page that follows this place. */
export const passageCursor = ({ publishedAt, episodeUuid, orderKey, segmentId }: PassagePlace): string =>
  cursorOf([publishedAt, episodeUuid, orderKey, segmentId]);

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export function passagePlace(after: string): PassagePlace {
  const [publishedAt, episodeUuid, orderKey, segmentId] = keysIn(after, Place, 'a list of mentions');

  return { publishedAt, episodeUuid, orderKey, segmentId };
}

import { Uuid } from '@earmark/contracts/kit';
import type { PatternPlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { cursorOf, keysIn } from '../kit/cursor.ts';

/** What Postgres takes as an integer. */
const Count = z.int32().min(0);
const Place = z.tuple([Uuid, z.string().regex(/^[^\0]*$/), Uuid, Count, Count]);

/** The value of `after` for the page that follows this place. */
export const patternCursor = ({ entityTypeId, sortName, entityId, revision, index }: PatternPlace): string =>
  cursorOf([entityTypeId, sortName, entityId, revision, index]);

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export function patternPlace(after: string): PatternPlace {
  const [entityTypeId, sortName, entityId, revision, index] = keysIn(after, Place, 'a list of patterns');

  return { entityTypeId, sortName, entityId, revision, index };
}

import { Uuid } from '@earmark/contracts/kit';
import type { EntityPlace, ResultPlace } from '@earmark/projections/queries';
import { z } from 'zod';
import { cursorOf, keysIn } from '../kit/cursor.ts';

const Result = z.tuple([z.number(), z.number(), Uuid]);
const Entity = z.tuple([z.number(), z.string(), Uuid]);

/** The value of `after` for the page that follows this place. */
export const resultCursor = (place: ResultPlace): string => cursorOf(place);

/** The place that `after` names. Throws Rejected `invalid` for any other value. */
export const resultPlace = (after: string): ResultPlace => keysIn(after, Result, 'a search');

export const entityCursor = (place: EntityPlace): string => cursorOf(place);

export const entityPlace = (after: string): EntityPlace => keysIn(after, Entity, 'the index of entities');

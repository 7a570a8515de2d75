import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { EntityView } from './views.ts';

/** Why two names may mean the same: equal but for spaces, punctuation and category; the same words in another order; … */
export const Likeness = z.enum(['same', 'order', 'initials', 'spelling', 'part']);
export type Likeness = z.infer<typeof Likeness>;

const DuplicateSide = EntityView.pick({
  id: true,
  name: true,
  slug: true,
  type: true,
  iconName: true,
  colorClass: true,
}).extend({ mentions: z.number().int() });

/** Two entities that may be the same; `into` has at least as many mentions. */
export const Duplicate = z.object({ from: DuplicateSide, into: DuplicateSide, likeness: Likeness });
export type Duplicate = z.infer<typeof Duplicate>;

/** The most likely first, 20 a page; `next` is the value for `after`. */
export const DuplicatePage = z.object({
  duplicates: z.array(Duplicate),
  total: z.number().int(),
  next: z.string().nullable(),
});
export type DuplicatePage = z.infer<typeof DuplicatePage>;

/** Two entities that are not the same, or `isUndone`: may be after all. */
export const DifferentRequest = z.object({ one: GivenUuid, other: GivenUuid, isUndone: z.boolean().default(false) });
export const DifferentAnswer = z.object({ success: z.literal(true) });

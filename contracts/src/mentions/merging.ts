import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { EntityView, PassageView } from './views.ts';

/** `dryRun`: changes nothing and answers a `MergeView`. */
export const MergeRequest = z.object({
  into: GivenUuid,
  reason: z.string().trim().max(1000).nullish(),
  dryRun: z.boolean().default(false),
});

const MergeSide = z.object({
  entity: EntityView,
  mentions: z.number().int(),
  episodes: z.number().int(),
  /** The first three passages, newest episode first. */
  contexts: z.array(PassageView),
});
export type MergeSide = z.infer<typeof MergeSide>;

/** Two entities side by side, and what they would be as one. */
export const MergeView = z.object({
  from: MergeSide,
  into: MergeSide,
  /** What mentions both, which then counts once. */
  overlap: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
  total: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
});
export type MergeView = z.infer<typeof MergeView>;

export const UnmergeRequest = z.object({ reason: z.string().trim().max(1000).nullish() });

/** `slug` leads to the page that shows the result; `eventId` null when there was nothing to do. */
export const MergeAnswer = z.object({ message: z.string(), slug: z.string(), eventId: z.string().nullable() });
export type MergeAnswer = z.infer<typeof MergeAnswer>;

import { z } from 'zod';
import { GivenUuid } from '../kit/uuid.ts';
import { MergeAnswer } from './merging.ts';

/**
 * What goes to the entity of that name and category, which is created when there is none. `dryRun`: changes nothing and
 * answers a `SplitView`.
 */
export const SplitRequest = z.object({
  name: z.string().trim().min(1).max(200),
  entityTypeId: GivenUuid,
  podcastUuids: z.array(GivenUuid).max(500).default([]),
  segments: z
    .array(z.object({ episodeUuid: GivenUuid, segmentId: GivenUuid }))
    .max(500)
    .default([]),
  reason: z.string().trim().max(1000).nullish(),
  dryRun: z.boolean().default(false),
});
export type SplitRequest = z.input<typeof SplitRequest>;

const Totals = z.object({ mentions: z.number().int(), episodes: z.number().int() });
const SplitSide = z.object({ name: z.string(), before: Totals, after: Totals });
export type SplitSide = z.infer<typeof SplitSide>;

/** The numbers of both entities before and after a split. */
export const SplitView = z.object({
  from: SplitSide,
  into: SplitSide,
  /** The entity that is there already; null when it will be created. */
  existing: z.object({ id: z.string(), slug: z.string() }).nullable(),
});
export type SplitView = z.infer<typeof SplitView>;

/** `slug` leads to the entity that was split off; `splitId` names the split for its undo. */
export const SplitAnswer = MergeAnswer.extend({ splitId: z.string() });
export type SplitAnswer = z.infer<typeof SplitAnswer>;

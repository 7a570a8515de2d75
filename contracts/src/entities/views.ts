import { z } from 'zod';
import { Pin } from '../vocabulary/values.ts';

/** A part of a number. `counted`: of its mentions, those that no part above it found; so these add up. */
const NumberPart = z.object({ mentions: z.number().int(), counted: z.number().int() });

export const WhyPattern = NumberPart.extend({
  patternId: z.string(),
  /** As it stands in the patterns that the episodes follow, which need not be those of now. */
  name: z.string(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  /** Of another entity, which is shown as this one by hand; null: its own. */
  ofEntity: z.string().nullable(),
});
export type WhyPattern = z.infer<typeof WhyPattern>;

/** What the number of mentions of an entity is made of, in one episode or in all. */
export const WhyView = z.object({
  entity: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  /** Null: of all episodes. */
  episodeUuid: z.string().nullable(),
  total: z.number().int(),
  /** In the order in which they were added; those that find nothing too, where the episode follows them. */
  patterns: z.array(WhyPattern),
  /** The names by which people added it to episodes. */
  byHand: NumberPart.extend({ names: z.array(z.string()) }),
  /** Beyond the first 200,000 mentions: those that were not told apart. With the parts above they are the total. */
  untold: z.number().int(),
  /** Found by its patterns, but shown as another entity by hand. */
  moved: z.object({ mentions: z.number().int(), names: z.array(z.string()) }),
  /** Found, but removed by hand. */
  removed: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
  /** How many episodes `moved` and `removed` are of, and of how many in which people decided so: at most 200. */
  notCountedIn: z.object({ episodes: z.number().int(), of: z.number().int() }),
  /** Of the one episode; null: of all, or it has no transcript. */
  pin: Pin.nullable(),
  /** Of the episodes that were looked at, how many do not follow the patterns of now. */
  vocabularyBehind: z.object({ episodes: z.number().int(), of: z.number().int() }),
});
export type WhyView = z.infer<typeof WhyView>;

/** An event that moved the number. */
export const LedgerEntry = z.object({
  eventId: z.string(),
  position: z.string(),
  at: z.string(),
  /** A role for visitors, a name for those who are signed in. */
  actor: z.string(),
  sentence: z.string(),
  difference: z.number().int(),
  /** The number after it. */
  total: z.number().int(),
  /** Null: it moved the number in several episodes. */
  episodeUuid: z.string().nullable(),
  /** Where to see it; null when no page shows it. */
  link: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Newest first, 50 a page; `next` is the value for `before`. */
export const LedgerPage = z.object({ entries: z.array(LedgerEntry), next: z.string().nullable() });
export type LedgerPage = z.infer<typeof LedgerPage>;

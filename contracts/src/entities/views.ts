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

/** Where a number is counted: in one episode, in all of one podcast, or (both null) everywhere. */
const NumberScope = z.object({ episodeUuid: z.string().nullable(), podcastUuid: z.string().nullable() });
const NamedEntity = z.object({ id: z.string(), name: z.string(), slug: z.string() });

/** What the number of mentions of an entity is made of. */
export const WhyView = NumberScope.extend({
  entity: NamedEntity,
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

/** What the number of mentions of all entities together is made of. */
export const WhyTotal = NumberScope.extend({
  /** Title of the episode or name of the podcast; null: of everything. */
  name: z.string().nullable(),
  total: z.number().int(),
  /** Found by a pattern. With `byHand` and `untold` this is the total. */
  byPatterns: z.number().int(),
  /** Found by no pattern, but by the names under which people added entities to episodes. */
  byHand: z.number().int(),
  /** Beyond the first 200,000 mentions of entities that people added: those that were not told apart. */
  untold: z.number().int(),
  /** Found, but removed by hand. */
  removed: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
  /** How many episodes `removed` is of, and in how many people removed something: at most 200. */
  notCountedIn: z.object({ episodes: z.number().int(), of: z.number().int() }),
  /** The 100 that are mentioned most, by count descending, then name. With `others` they are the total too. */
  entities: z.array(
    NamedEntity.extend({
      /** The category's name. */
      type: z.string(),
      iconName: z.string(),
      colorClass: z.string(),
      count: z.number().int(),
    }),
  ),
  others: z.object({ entities: z.number().int(), mentions: z.number().int() }),
  /** Of the episodes with mentions, how many do not follow the patterns of now. */
  vocabularyBehind: z.object({ episodes: z.number().int(), of: z.number().int() }),
});
export type WhyTotal = z.infer<typeof WhyTotal>;

/** Who did it and when. `actor`: a role for visitors, a name for those who are signed in. */
const Deed = z.object({ at: z.string(), actor: z.string() });

/** Why an entity is marked in one segment. Both lists are empty where it is not (any more). */
export const WhyMention = z.object({
  entity: NamedEntity,
  episodeUuid: z.string(),
  segmentId: z.string(),
  /** What finds it there, as the patterns stand that the episode follows; made or last changed by `actor`. */
  patterns: z.array(
    Deed.extend({
      patternId: z.string(),
      name: z.string(),
      caseSensitive: z.boolean(),
      wholeWord: z.boolean(),
      /** Of another entity, which is shown as this one by hand; null: its own. */
      ofEntity: z.string().nullable(),
      isChanged: z.boolean(),
    }),
  ),
  /** Names that people typed and that occur there. */
  byHand: z.array(Deed.extend({ name: z.string() })),
  /** Null: the episode has no transcript. */
  pin: Pin.nullable(),
});
export type WhyMention = z.infer<typeof WhyMention>;

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

/** Newest first, 50 a page; `next` is the value for `after`. */
export const LedgerPage = z.object({ entries: z.array(LedgerEntry), next: z.string().nullable() });
export type LedgerPage = z.infer<typeof LedgerPage>;

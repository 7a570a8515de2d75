import { z } from 'zod';
import { PATTERN_CONTEXT, Pin } from '../vocabulary/values.ts';

/** One part of a count. `counted`: its mentions that no part above it found, so that the parts add up. */
const NumberPart = z.object({ mentions: z.number().int(), counted: z.number().int() });

export const WhyPattern = NumberPart.extend({
  patternId: z.string(),
  /** As in the patterns that the episodes use, which may not be the current ones. */
  name: z.string(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  ...PATTERN_CONTEXT,
  /** The other entity that owns the pattern and was renamed to this one by hand; null: this entity. */
  ofEntity: z.string().nullable(),
});
export type WhyPattern = z.infer<typeof WhyPattern>;

/** Where mentions are counted: in one episode, in one podcast, or (both null) everywhere. */
const NumberScope = z.object({ episodeUuid: z.string().nullable(), podcastUuid: z.string().nullable() });
const NamedEntity = z.object({ id: z.string(), name: z.string(), slug: z.string() });

/** How an entity's mention count breaks down. */
export const WhyView = NumberScope.extend({
  entity: NamedEntity,
  total: z.number().int(),
  /** In the order they were added, including patterns that find nothing but that the episode uses. */
  patterns: z.array(WhyPattern),
  /** The names under which people added it to episodes. */
  byHand: NumberPart.extend({ names: z.array(z.string()) }),
  /** Mentions beyond the first 200,000, which are not attributed to a part. Together with the parts above: the total. */
  untold: z.number().int(),
  /** Found by its patterns, but renamed to another entity by hand. */
  moved: z.object({ mentions: z.number().int(), names: z.array(z.string()) }),
  /** Found, but removed by hand. */
  removed: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
  /** The episodes that `moved` and `removed` cover (at most 200), out of all in which people decided so. */
  notCountedIn: z.object({ episodes: z.number().int(), of: z.number().int() }),
  /** Of the one episode. Null for several episodes, or without a transcript. */
  pin: Pin.nullable(),
  /** Of the episodes examined, how many use older patterns. */
  vocabularyBehind: z.object({ episodes: z.number().int(), of: z.number().int() }),
});
export type WhyView = z.infer<typeof WhyView>;

/** How the mention count of all entities together breaks down. */
export const WhyTotal = NumberScope.extend({
  /** Title of the episode or name of the podcast; null: everywhere. */
  name: z.string().nullable(),
  total: z.number().int(),
  /** Found by a pattern. With `byHand` and `untold` this is the total. */
  byPatterns: z.number().int(),
  /** Found by no pattern, only by the names under which people added entities to episodes. */
  byHand: z.number().int(),
  /** Mentions beyond the first 200,000 of entities that people added, which are not attributed to a part. */
  untold: z.number().int(),
  /** Found, but removed by hand. */
  removed: z.object({ mentions: z.number().int(), episodes: z.number().int() }),
  /** The episodes that `removed` covers (at most 200), out of all in which people removed something. */
  notCountedIn: z.object({ episodes: z.number().int(), of: z.number().int() }),
  /** The 100 most mentioned, by count descending, then name. Together with `others` they also give the total. */
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
  /** Of the episodes with mentions, how many use older patterns. */
  vocabularyBehind: z.object({ episodes: z.number().int(), of: z.number().int() }),
});
export type WhyTotal = z.infer<typeof WhyTotal>;

/** Who did it and when. `actor`: the role for visitors, the name for signed-in users. */
const Deed = z.object({ at: z.string(), actor: z.string() });

/** Why an entity is highlighted in one segment. Both lists are empty where it is not, or no longer, highlighted. */
export const WhyMention = z.object({
  entity: NamedEntity,
  episodeUuid: z.string(),
  segmentId: z.string(),
  /** The patterns that find it there, as the episode uses them; `actor` created or last changed them. */
  patterns: z.array(
    Deed.extend({
      patternId: z.string(),
      name: z.string(),
      caseSensitive: z.boolean(),
      wholeWord: z.boolean(),
      ...PATTERN_CONTEXT,
      /** The other entity that owns the pattern and was renamed to this one by hand; null: this entity. */
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

/** An event that changed the count. */
export const LedgerEntry = z.object({
  eventId: z.string(),
  position: z.string(),
  at: z.string(),
  /** The role for visitors, the name for signed-in users. */
  actor: z.string(),
  sentence: z.string(),
  difference: z.number().int(),
  /** The count after the event. */
  total: z.number().int(),
  /** Null: it changed the count in several episodes. */
  episodeUuid: z.string().nullable(),
  /** Path of the page that shows it; null when none does. */
  link: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Newest first, 50 a page; `next` is the value for `after`. */
export const LedgerPage = z.object({ entries: z.array(LedgerEntry), next: z.string().nullable() });
export type LedgerPage = z.infer<typeof LedgerPage>;

import { z } from 'zod';
import { defineEvent, type EventOf } from '../kit/event.ts';
import { EpisodeUuid } from '../episodes/values.ts';
import { SeriesUuid } from '../series/values.ts';
import { SegmentId } from '../transcripts/values.ts';
import { EntityId, EntityTypeId, NO_CONTEXT, PATTERN_CONTEXT, PatternId, SplitId } from './values.ts';

export const PatternFacts = z.object({
  patternId: PatternId,
  entityId: EntityId,
  entityTypeId: EntityTypeId,
  /** The search term as typed. */
  name: z.string().min(1),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  ...PATTERN_CONTEXT,
});
export type PatternFacts = z.infer<typeof PatternFacts>;

// Version 1 of the events had no context.
const withoutContext = (pattern: unknown) => ({ ...(pattern as Record<string, unknown>), ...NO_CONTEXT });
const ofOne = { 1: (data: Record<string, unknown>) => ({ pattern: withoutContext(data.pattern) }) };
const ofMany = {
  1: (data: Record<string, unknown>) => ({ patterns: (data.patterns as unknown[]).map(withoutContext) }),
};

export const EntityTypeCreated = defineEvent('EntityTypeCreated', {
  entityTypeId: EntityTypeId,
  name: z.string().min(1),
  displayName: z.string().min(1),
  iconName: z.string(),
  colorClass: z.string(),
});
/** Creates an entity (`from` null) or renames it. */
export const EntityNamed = defineEvent('EntityNamed', {
  entityId: EntityId,
  entityTypeId: EntityTypeId,
  from: z.string().nullable(),
  name: z.string().min(1),
  slugBase: z.string().min(1),
});
/** The entity's link, set through one of its patterns. */
export const EntityLinked = defineEvent('EntityLinked', {
  entityId: EntityId,
  from: z.string().nullable(),
  url: z.string().nullable(),
});
export const PatternAdded = defineEvent('PatternAdded', { pattern: PatternFacts }, ofOne);
export const PatternEdited = defineEvent(
  'PatternEdited',
  { from: PatternFacts, to: PatternFacts },
  { 1: ({ from, to }) => ({ from: withoutContext(from), to: withoutContext(to) }) },
);
export const PatternDeleted = defineEvent('PatternDeleted', { pattern: PatternFacts }, ofOne);
const patterns = z.array(PatternFacts).min(1).max(500);
export const PatternsImported = defineEvent('PatternsImported', { patterns }, ofMany);
/** Somebody looked at a noisy pattern and left it as it is (`to`), or wants it looked at again. */
export const PatternLeftAsIs = defineEvent('PatternLeftAsIs', {
  patternId: PatternId,
  entityId: EntityId,
  name: z.string(),
  from: z.boolean(),
  to: z.boolean(),
});
/** Undoes a whole import. */
export const PatternsRemoved = defineEvent('PatternsRemoved', { patterns }, ofMany);
/**
 * `from` counts for `into`: readers follow it, mentions keep the entity they were found for. Its name becomes an alias
 * and its page leads to that of `into`, which may be merged in turn.
 */
export const EntitiesMerged = defineEvent('EntitiesMerged', { from: EntityId, into: EntityId });
/** `from` counts for itself again, with everything that was merged into it. */
export const EntitiesUnmerged = defineEvent('EntitiesUnmerged', { from: EntityId, into: EntityId });

/** What of an entity is split off: all of some podcasts, also what is added to them later, and some segments. */
export const SplitScope = z.object({
  podcastUuids: z.array(SeriesUuid).readonly(),
  segments: z.array(z.object({ episodeUuid: EpisodeUuid, segmentId: SegmentId })).readonly(),
});
export type SplitScope = z.infer<typeof SplitScope>;
const split = { splitId: SplitId, from: EntityId, into: EntityId, scope: SplitScope };
/** In the scope `from` counts for `into`: as in a merge, mentions keep the entity they were found for. */
export const EntitySplit = defineEvent('EntitySplit', split);
/** The scope counts for `from` again. */
export const EntityUnsplit = defineEvent('EntityUnsplit', split);

/**
 * A variant of the vocabulary, for a recount of chosen changes: it holds at the revision of this event only, and pins
 * point at it. It is the vocabulary of revision `base`, which may be a variant too, with the patterns that the events at
 * the revisions `changes` concerned as they are now. `base` null ends an append of variants, so that the last revision
 * of the stream is always the vocabulary itself.
 */
export const VocabularyVaried = defineEvent('VocabularyVaried', {
  base: z.number().int().min(-1).nullable(),
  changes: z.array(z.number().int().min(0)),
});

export const vocabularyEvents = [
  EntityTypeCreated,
  EntityNamed,
  EntityLinked,
  PatternAdded,
  PatternEdited,
  PatternDeleted,
  PatternsImported,
  PatternsRemoved,
  PatternLeftAsIs,
  EntitiesMerged,
  EntitiesUnmerged,
  EntitySplit,
  EntityUnsplit,
  VocabularyVaried,
] as const;
export type VocabularyEvent = EventOf<(typeof vocabularyEvents)[number]>;

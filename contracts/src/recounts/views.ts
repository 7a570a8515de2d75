import { z } from 'zod';
import { EventId } from '../kit/event.ts';
import { GivenUuid } from '../kit/uuid.ts';
import { SeriesUuid } from '../series/values.ts';
import { EntityTypeId, PatternId, Pin, TYPED_CONTEXT } from '../vocabulary/values.ts';
import { NoiseNamesake, NoiseProposal, PatternNoise } from '../vocabulary/noise.ts';
import { MOST_CHANGES } from './events.ts';
import { RecountId } from './values.ts';

export const RecountStatus = z.enum(['running', 'paused', 'ready', 'published', 'discarded', 'failed']);
export type RecountStatus = z.infer<typeof RecountStatus>;

export const StartRecountRequest = z.object({
  /** Left out or null: all podcasts. */
  podcastUuids: z
    .array(GivenUuid.pipe(SeriesUuid))
    .min(1)
    .max(10_000)
    .overwrite((uuids) => [...new Set(uuids)])
    .nullish(),
  /** Which vocabulary: a log position, an event id or an instant; left out: the current one. */
  asOf: z.string().min(1).max(60).nullish(),
  /** Events that changed patterns: a recount of these changes only, as their patterns are now. Not with `asOf`. */
  changes: z
    .array(GivenUuid.pipe(EventId))
    .min(1)
    .max(MOST_CHANGES)
    .overwrite((ids) => [...new Set(ids)])
    .nullish(),
});

/** A change of patterns that some episode is not counted with yet. */
export const PendingChange = z.object({
  eventId: z.string(),
  at: z.string(),
  /** The name, for those who may see it. */
  by: z.string(),
  isOwn: z.boolean(),
  kind: z.enum(['added', 'edited', 'deleted', 'imported', 'removed']),
  /** How many patterns it concerns, and the names of some of these, as they were after it. */
  patterns: z.number().int(),
  names: z.array(z.string()),
});
export type PendingChange = z.infer<typeof PendingChange>;

/** Newest first, 50 a page; `next` is the value for `before`, null at the end. */
export const PendingChanges = z.object({ changes: z.array(PendingChange), next: z.string().nullable() });
export type PendingChanges = z.infer<typeof PendingChanges>;

export const PendingChangesQuery = z.object({
  /** `me`: only those of the caller. */
  by: z.enum(['me', 'all']).default('all'),
  /** An instant: no older ones. */
  since: z.iso.datetime({ offset: true }).optional(),
  before: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});

/** A number of mentions and the episodes they are in. */
export const MentionTotals = z.object({ mentions: z.number().int(), episodes: z.number().int() });
export type MentionTotals = z.infer<typeof MentionTotals>;

export const RecountSummary = z.object({
  id: z.string(),
  status: RecountStatus,
  startedAt: z.string(),
  /** The name, for those who may see it. */
  startedBy: z.string(),
  pin: Pin,
  /** Null: all podcasts. */
  podcastUuids: z.array(z.string()).nullable(),
  /** The changes that it is limited to: their events, how many patterns they concern and some names. Null: none. */
  only: z.object({ eventIds: z.array(z.string()), patterns: z.number().int(), names: z.array(z.string()) }).nullable(),
  /** Episodes with a transcript in the scope; 0 when the counts were not kept. */
  episodes: z.number().int(),
  progress: z.object({
    percent: z.number(),
    /** Episodes counted per second. */
    eventsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
  }),
  /** Whether it is running but has not begun, because another one is counted first. */
  isWaiting: z.boolean(),
  /** Why it failed, in a sentence; null otherwise. */
  failure: z.string().nullable(),
  /** Counts of the scope. Null until it is ready, and for a published recount whose comparison was not kept (after a restore). */
  before: MentionTotals.nullable(),
  after: MentionTotals.nullable(),
  /** For a published recount: the episodes that use it now and would change with a revert. Null until the tables know. */
  inForce: z
    .object({
      episodes: z.number().int(),
      /** The newest later publication that is in force in these podcasts. */
      later: z.object({ id: z.string(), at: z.string(), by: z.string() }).nullable(),
    })
    .nullable(),
  /**
   * For a ready recount when another was published or reverted since it started: it can no longer be published, and `before`
   * is outdated. Start it again with this `asOf`; null: the current patterns, as originally requested.
   */
  overtaken: z.object({ asOf: z.string().nullable() }).nullable(),
  /**
   * For a ready recount that can be published: episodes that were added or changed after they were counted, which `before` and
   * `after` do not know. `resume` counts them. 0 for all others.
   */
  changedSince: z.number().int(),
});
export type RecountSummary = z.infer<typeof RecountSummary>;

/** Newest first, 50 a page; `next` is the value for `after`, null at the end. */
export const RecountList = z.object({
  recounts: z.array(RecountSummary),
  next: z.string().nullable(),
  /** How many episodes with a transcript use an older vocabulary. */
  behind: z.object({ episodes: z.number().int(), of: z.number().int() }),
});
export type RecountList = z.infer<typeof RecountList>;

/** How many episodes would show other mentions by the current patterns; null when too much has changed to find out at once. */
export const RecountEffect = z.object({ episodes: z.number().int().nullable() });
export type RecountEffect = z.infer<typeof RecountEffect>;

export const RecountListQuery = z.object({ after: GivenUuid.pipe(RecountId).optional() });

/** One entity in the whole scope, one podcast or one episode. 50 a page. */
export const RecountDifference = z.object({
  entity: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  entitySlug: z.string(),
  /** Name of the podcast or title of the episode; null in a comparison by entity. */
  place: z.string().nullable(),
  podcastUuid: z.string().nullable(),
  episodeUuid: z.string().nullable(),
  before: z.number().int(),
  after: z.number().int(),
});
export type RecountDifference = z.infer<typeof RecountDifference>;

export const RecountView = RecountSummary.extend({
  differences: z.array(RecountDifference),
  next: z.string().nullable(),
});
export type RecountView = z.infer<typeof RecountView>;

export const RecountQuery = z.object({
  by: z.enum(['entity', 'podcast', 'episode']).default('entity'),
  sort: z.enum(['absolute', 'relative']).default('absolute'),
  /** Only differences whose entity, podcast or episode has this text in its name. */
  text: z.string().trim().max(200).optional(),
  after: z.string().max(2000).optional(),
});

/** Previews a change of the patterns. `id`: of the pattern, for edit and delete. */
export const PreviewRequest = z.object({
  change: z.enum(['add', 'edit', 'delete']),
  id: GivenUuid.pipe(PatternId).nullish(),
  name: z.string().trim().min(1).max(300).nullish(),
  entity: z.string().trim().min(1).max(300).nullish(),
  caseSensitive: z.boolean().nullish(),
  wholeWord: z.boolean().nullish(),
  ...TYPED_CONTEXT,
  entityTypeId: GivenUuid.pipe(EntityTypeId).nullish(),
});
/** As it is sent. */
export type PreviewRequest = z.input<typeof PreviewRequest>;
/** As it is read: with ids that are known to be what they are. */
export type PatternPreview = z.output<typeof PreviewRequest>;

/** A segment that mentions the entity, to read and play. */
export const PreviewPassage = z.object({
  episodeUuid: z.string(),
  segmentId: z.string(),
  startMs: z.number().int(),
  speaker: z.string(),
  text: z.string(),
  /** Flat [start, end, …] UTF-16 offsets into `text`: where the entity is mentioned (added, unchanged) or was (removed). */
  marks: z.array(z.number().int()),
  episodeTitle: z.string(),
  podcastUuid: z.string(),
  podcastName: z.string(),
  /** Path of the episode's page. */
  link: z.string(),
  audioUrl: z.string().nullable(),
});
export type PreviewPassage = z.infer<typeof PreviewPassage>;

/** Where to look for a recount's passages: in its whole scope, one podcast or one episode. */
export const RecountPassagesQuery = z.object({
  entityId: GivenUuid,
  podcastUuid: GivenUuid.optional(),
  episodeUuid: GivenUuid.optional(),
});

/** What a publication would add and remove, at most 100 each. Both are empty once it is published. */
export const RecountPassages = z.object({
  added: z.array(PreviewPassage),
  addedTotal: z.number().int(),
  removed: z.array(PreviewPassage),
  removedTotal: z.number().int(),
});
export type RecountPassages = z.infer<typeof RecountPassages>;

/** How the texts write what a pattern finds, and what would make it quieter. */
export const PreviewNoise = z.object({
  counts: PatternNoise,
  proposals: z.array(NoiseProposal),
  namesakes: z.array(NoiseNamesake),
});
export type PreviewNoise = z.infer<typeof PreviewNoise>;

export const PreviewAnswer = z.object({
  /** Of the pattern as it would be; null for a deletion or a change of the past. */
  noise: PreviewNoise.nullable(),
  /** The entity whose count `before` is; null for several entities, a new one, or a change of the past. */
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What visitors see now; for a change of the past, what the patterns just before it find in the current texts. */
  before: MentionTotals,
  /** What they would see after the change and a full recount. */
  after: MentionTotals,
  /** At most 100 each. */
  added: z.array(PreviewPassage),
  removed: z.array(PreviewPassage),
  /** Mentions that stay, with at most 100 examples. */
  unchanged: z.number().int(),
  unchangedPassages: z.array(PreviewPassage),
  /** The ten most affected. */
  episodes: z.array(
    z.object({
      episodeUuid: z.string(),
      episodeTitle: z.string(),
      podcastName: z.string(),
      link: z.string(),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

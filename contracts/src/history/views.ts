import { z } from 'zod';
import { EpisodeUuid } from '../episodes/values.ts';
import { GivenUuid } from '../kit/uuid.ts';

/** One field that a change set. `path` names it, such as `segments/<id>/text` or `description`. */
export const FieldChange = z.object({ path: z.string(), from: z.unknown(), to: z.unknown() });
export type FieldChange = z.infer<typeof FieldChange>;

/** One line of the live feed: what a visitor may see of an event. Log positions are decimal strings. */
export const FeedItem = z.object({
  position: z.string(),
  type: z.string(),
  at: z.string(),
  /** The role for visitors, the name for admins. */
  actor: z.string(),
  sentence: z.string(),
  /** Path of the page that shows the change; null when none does. */
  link: z.string().nullable(),
  podcastUuid: z.string().nullable(),
  episodeUuid: z.string().nullable(),
  entityIds: z.array(z.string()),
  /** Whether the recipient made the change; left out for visitors. */
  own: z.boolean().optional(),
  /** For admins only. */
  stream: z.string().optional(),
  reason: z.string().nullable().optional(),
  diff: z.array(FieldChange).optional(),
});
export type FeedItem = z.infer<typeof FeedItem>;

/** One event of a history. */
export const Change = z.object({
  eventId: z.string(),
  position: z.string(),
  stream: z.string(),
  type: z.string(),
  at: z.string(),
  /** The role for visitors, the name for signed-in users. */
  actor: z.string(),
  sentence: z.string(),
  /** Null for visitors and when no reason was given. */
  reason: z.string().nullable(),
  /** The first hundred at most; the rest is at `/api/history/changes/{eventId}`. */
  diff: z.array(FieldChange),
  /** How many fields the change set. */
  fields: z.number().int(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  /** Event ids. */
  reverts: z.string().nullable(),
  revertedBy: z.string().nullable(),
  revertible: z.boolean(),
  /** Why it cannot be reverted, in a sentence; null when it can. */
  why: z.string().nullable(),
  /** Path of the page that shows it; null when none does. */
  link: z.string().nullable(),
  podcastUuid: z.string().nullable(),
  episodeUuid: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;

/** All fields that one change set. */
export const WholeDiff = z.object({ diff: z.array(FieldChange) });
export type WholeDiff = z.infer<typeof WholeDiff>;

/** Newest first, 50 a page; `next` is the value for `before`. */
export const HistoryPage = z.object({ changes: z.array(Change), next: z.string().nullable() });
export type HistoryPage = z.infer<typeof HistoryPage>;

/**
 * What one request changed, such as a save, an import or an undo, where its history is listed: on the whole site, or of
 * one subject only.
 */
export const HistoryEntry = z.object({
  correlationId: z.string(),
  /** Of its newest change. */
  eventId: z.string(),
  position: z.string(),
  at: z.string(),
  /** The role for visitors, the name for signed-in users. */
  actor: z.string(),
  kind: z.enum(['change', 'save', 'import', 'undo']),
  /** One sentence for the whole. */
  sentence: z.string(),
  /** Null for visitors and when no reason was given. */
  reason: z.string().nullable(),
  /** How many changes it has here, and how many the same request made elsewhere. */
  count: z.number().int(),
  elsewhere: z.number().int(),
  /** How many of its changes are undone; null when it has too many to say. */
  undone: z.number().int().nullable(),
  /** The lowest role that may undo some of it; null when nothing of it can ever be undone. */
  undoableBy: z.enum(['analyst', 'admin']).nullable(),
  /** The change that it consists of, or that the others only accompany; null when several are on a par. */
  lead: Change.nullable(),
  /** Path of the page that shows all of it; null when none does. */
  link: z.string().nullable(),
  podcastUuid: z.string().nullable(),
  episodeUuid: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Newest first, 50 a page; `next` is the value for `before`. */
export const HistoryEntries = z.object({ entries: z.array(HistoryEntry), next: z.string().nullable() });
export type HistoryEntries = z.infer<typeof HistoryEntries>;

/** The changes of one entry in the order of the document, 50 a page; `next` is the value for `after`. */
export const EntryChanges = z.object({
  changes: z.array(Change),
  count: z.number().int(),
  next: z.string().nullable(),
});
export type EntryChanges = z.infer<typeof EntryChanges>;

export const RevertRequest = z.object({ reason: z.string().trim().max(1000).nullish() });
export const RevertAnswer = z.object({ eventIds: z.array(z.string()) });
export type RevertAnswer = z.infer<typeof RevertAnswer>;

const GivenInstant = z.iso.datetime({ offset: true });

/** The first request sends a selection and `dryRun`; the second sends the `undoId` from the answer. */
export const RevertBatchRequest = z.union(
  [
    // Strict: a request that also sends `dryRun` or a selection contradicts itself.
    z.strictObject({
      undoId: GivenUuid,
      reason: z.string().trim().max(1000).nullish(),
      /** Only these of the list; left out: all. */
      eventIds: z.array(GivenUuid).min(1).max(5000).optional(),
    }),
    z.object({ correlationId: GivenUuid, dryRun: z.literal(true) }),
    z.object({ actor: z.string().min(1), from: GivenInstant, to: GivenInstant, dryRun: z.literal(true) }),
  ],
  {
    error:
      'Send "dryRun": true with a "correlationId", or with "actor", "from" and "to"; then send the "undoId" from the answer',
  },
);
export const RevertBatchPlan = z.object({
  undoId: z.string(),
  will: z.array(z.string()),
  willNot: z.array(z.object({ eventId: z.string(), why: z.string() })),
  /** Descriptions by event id, to review before the undo. */
  sentences: z.record(z.string(), z.string()),
});
export type RevertBatchPlan = z.infer<typeof RevertBatchPlan>;

/** Their ids must fit into one event. An approval of a candidate makes two, and up to four where it holds everywhere. */
export const MAX_UNDONE_AT_ONCE = 15_000;

/**
 * GET …/revert-batch/:undoId: how far an undo is. Null: it is not running, or the server that was asked is not the one
 * that runs it.
 */
export const UndoProgress = z.object({
  running: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
});
export type UndoProgress = z.infer<typeof UndoProgress>;

/** The outcome for each change in the list. */
export const RevertBatchAnswer = RevertAnswer.extend({
  notUndone: z.array(z.object({ eventId: z.string(), why: z.string() })),
});
export type RevertBatchAnswer = z.infer<typeof RevertBatchAnswer>;

export const RestoreRequest = z.object({
  episodeUuid: GivenUuid.pipe(EpisodeUuid),
  position: z.string().regex(/^\d{1,19}$/),
  reason: z.string().trim().max(1000).nullish(),
});
/** `correlationId` identifies the recorded changes, to undo them. */
export const RestoreAnswer = RevertAnswer.extend({ correlationId: z.string() });
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

import { z } from 'zod';

/** Progress of a rebuild. */
export const ProgressView = z.object({
  percent: z.number(),
  eventsPerSecond: z.number(),
  /** Null until it can be estimated. */
  secondsLeft: z.number().nullable(),
});

/** The event that a projection cannot apply; fields that are not known are null. */
export const FailureView = z.object({
  eventId: z.string().nullable(),
  type: z.string(),
  position: z.string(),
  stream: z.string().nullable(),
  data: z.unknown(),
  /** The error message. */
  message: z.string(),
});

export const ProjectionView = z.object({
  name: z.string(),
  /** `version` is the code's, `builtVersion` that of the live tables; null when there are none. */
  version: z.number().int(),
  builtVersion: z.number().int().nullable(),
  /** `stopped`: at an event that it cannot apply, until an admin retries or rebuilds. `unknown`: the log does not answer. */
  state: z.enum(['live', 'behind', 'rebuilding', 'stopped', 'unknown']),
  /** Last event in its tables, and in the log; null when the log does not answer. */
  position: z.string(),
  head: z.string().nullable(),
  /** Events still to apply; with `lagIsMore`, more than this; null when the log does not answer. */
  lag: z.number().int().nullable(),
  lagIsMore: z.boolean(),
  /** Over the last ten seconds; for a rebuild in progress, since it started. */
  eventsPerSecond: z.number(),
  progress: ProgressView.nullable(),
  failure: FailureView.nullable(),
  /** Outcome of the last rebuild or retry: `done`, or why it failed; null before the first and while one is in progress. */
  outcome: z.string().nullable(),
  /** `isEstimate`: large tables are estimated, not counted. */
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), isEstimate: z.boolean() })),
});
export type ProjectionView = z.infer<typeof ProjectionView>;

export const ProjectionList = z.object({
  projections: z.array(ProjectionView),
  /**
   * Events of other applications in the event log, which are left out; with `isMore`, at least this many. Null when the
   * log does not answer.
   */
  foreignEvents: z.object({ count: z.number().int(), isMore: z.boolean() }).nullable(),
});
export type ProjectionList = z.infer<typeof ProjectionList>;

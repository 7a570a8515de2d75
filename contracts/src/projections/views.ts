import { z } from 'zod';

/** Of a rebuild. */
export const ProgressView = z.object({
  percent: z.number(),
  eventsPerSecond: z.number(),
  /** Null until it can be estimated. */
  secondsLeft: z.number().nullable(),
});

/** The event that a projection cannot take; what is not known of it is null. */
export const FailureView = z.object({
  eventId: z.string().nullable(),
  type: z.string(),
  position: z.string(),
  stream: z.string().nullable(),
  data: z.unknown(),
  /** Why it cannot. */
  message: z.string(),
});

export const ProjectionView = z.object({
  name: z.string(),
  /** Of the code; `builtVersion` is that of the tables that serve, null when there are none. */
  version: z.number().int(),
  builtVersion: z.number().int().nullable(),
  /** `stopped`: at an event that it cannot take, until somebody retries or rebuilds. */
  state: z.enum(['live', 'behind', 'rebuilding', 'stopped']),
  /** Last event that its tables show, and of the log. */
  position: z.string(),
  head: z.string(),
  /** Events that it has not passed yet; where `lagIsMore`, there are more than these. */
  lag: z.number().int(),
  lagIsMore: z.boolean(),
  /** Of the last ten seconds; of a rebuild under way, since it began. */
  eventsPerSecond: z.number(),
  progress: ProgressView.nullable(),
  failure: FailureView.nullable(),
  /** What became of the last rebuild or retry: `done`, or why not; null before the first and while one is under way. */
  outcome: z.string().nullable(),
  /** `isEstimate`: large tables are not counted. */
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), isEstimate: z.boolean() })),
});
export type ProjectionView = z.infer<typeof ProjectionView>;

export const ProjectionList = z.object({ projections: z.array(ProjectionView) });
export type ProjectionList = z.infer<typeof ProjectionList>;

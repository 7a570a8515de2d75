import { AnswerProvider, Statement } from '@earmark/contracts/assistant';
import { z } from 'zod';

/** A passage as it was cited. */
export const KeptCitation = z.object({
  n: z.number().int(),
  episodeUuid: z.string(),
  segmentIds: z.array(z.string()),
  versionId: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  speaker: z.string(),
  text: z.string(),
  marks: z.array(z.number().int()),
});
export type KeptCitation = z.infer<typeof KeptCitation>;

export const KeptScope = z.object({
  seriesUuids: z.array(z.string()).nullable(),
  episodeUuids: z.array(z.string()).nullable(),
});
export type KeptScope = z.infer<typeof KeptScope>;

/** An answer as it was given. */
export const KeptAnswer = z.object({
  id: z.string(),
  accountId: z.string().nullable(),
  browserId: z.string().nullable(),
  threadId: z.string(),
  runId: z.string(),
  askedAt: z.date(),
  question: z.string(),
  provider: AnswerProvider,
  note: z.string().nullable(),
  isAnswered: z.boolean(),
  isShared: z.boolean(),
  leftOut: z.number().int(),
  scope: KeptScope,
  statements: z.array(Statement),
  citations: z.array(KeptCitation),
  nearest: z.array(KeptCitation),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

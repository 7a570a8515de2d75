import { z } from 'zod';
import { CorrectionKind } from './values.ts';

const Stretch = z.object({ startTime: z.number().int(), endTime: z.number().int() });

/** A correction that waits for a person. Texts are empty where there is none. Times in milliseconds. */
export const WaitingCorrection = z.object({
  id: z.string(),
  kind: CorrectionKind,
  /** Who speaks, by the corrected transcript. */
  speaker: z.string(),
  /** What the machine had written, what people made of it, and what the new transcript says there. */
  before: z.string(),
  corrected: z.string(),
  now: z.string(),
  /** What the new transcript will say when it is accepted as it is; null: accepting does not change words. */
  proposal: z.string().nullable(),
  /** Where it is heard; `newTime` null: the new transcript has nothing there. */
  oldTime: Stretch,
  newTime: Stretch.nullable(),
  /** False: it can only be dropped, or the old transcript kept. */
  canAccept: z.boolean(),
});
export type WaitingCorrection = z.infer<typeof WaitingCorrection>;

/** The corrections that wait are in the order of the transcript. `isOpen` false: nothing waits, and counts are 0. */
export const CarryOverView = z.object({
  isOpen: z.boolean(),
  placed: z.number().int(),
  obsolete: z.number().int(),
  asked: z.number().int(),
  accepted: z.number().int(),
  dropped: z.number().int(),
  waiting: z.array(WaitingCorrection),
});
export type CarryOverView = z.infer<typeof CarryOverView>;

/** Left out: the words that are proposed. */
export const AcceptCorrectionRequest = z.object({
  decision: z.enum(['accept', 'drop']),
  text: z.string().trim().min(1).max(20_000).optional(),
});
export const ConfirmCarryOverRequest = z.object({ rest: z.enum(['accept', 'drop']).optional() });

import type { SavedAnswer } from '@earmark/contracts/episodes';
import type { Context, Outcome } from '@earmark/contracts/kit';
import type { Response } from 'express';
import type { Checkpoints } from '../kit/checkpoints.ts';
import { answerWhenProjected } from '../kit/projected.ts';

/** The outcome of a whole-document write. */
export interface Saved {
  readonly outcome: Outcome;
  /** The number of changes among the events. */
  readonly changes: number;
  /** As in the answer. */
  readonly version: string | null;
}

/** Answers once the write is visible. */
export async function answerSaved(
  checkpoints: Checkpoints,
  response: Response,
  { outcome, changes, version }: Saved,
  { correlationId }: Context,
): Promise<SavedAnswer> {
  if (version !== null) response.setHeader('ETag', `"${version}"`);

  const position = outcome.position?.toString() ?? null;

  return answerWhenProjected(checkpoints, response, outcome, {
    success: true,
    changes,
    version,
    position,
    correlationId,
  });
}

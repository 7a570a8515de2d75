import type { SavedAnswer } from '@earmark/contracts/episodes';
import type { Context, Outcome } from '@earmark/contracts/kit';
import type { Response } from 'express';
import type { Checkpoints } from '../kit/checkpoints.ts';
import { answerWhenProjected } from '../kit/projected.ts';

/** What came of a whole-document write. */
export interface Saved {
  readonly outcome: Outcome;
  /** How many of them are changes. */
  readonly changes: number;
  /** As in the answer. */
  readonly version: string | null;
}

/** Answers once it is shown. */
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

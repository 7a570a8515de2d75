import type { Outcome } from '@earmark/contracts/kit';
import type { Response } from 'express';
import type { Checkpoints } from './checkpoints.ts';

/**
 * Lets callers read their own writes: answers once the projections have passed the write, or after two seconds, with
 * `X-Projection-Lag`.
 */
export async function answerWhenProjected<Answer>(
  checkpoints: Checkpoints,
  response: Response,
  outcome: Pick<Outcome, 'position'>,
  answer: Answer,
): Promise<Answer> {
  if (!(await checkpoints.passed(outcome.position)))
    response.setHeader('X-Projection-Lag', `position ${outcome.position} is not visible yet`);

  return answer;
}

import type { Outcome } from '@earmark/contracts/kit';
import type { Response } from 'express';
import type { Checkpoints } from './checkpoints.ts';

/** What you saved is what you read next: answers when the projections have passed the write, at the latest after two seconds and then with `X-Projection-Lag`. */
export async function answerWhenProjected<Answer>(
  checkpoints: Checkpoints,
  response: Response,
  outcome: Pick<Outcome, 'position'>,
  answer: Answer,
): Promise<Answer> {
  if (!(await checkpoints.passed(outcome.position)))
    response.setHeader('X-Projection-Lag', `position ${outcome.position} is not shown yet`);

  return answer;
}

import { PASSING_ERRORS, type ErrorCode } from '@earmark/contracts';
import { z } from 'zod';
import { problemOf } from '../problem.ts';
import { backoffMs } from './pause.ts';
import { Rejected } from '../rejected.ts';

const LONGEST_WAIT_MS = 60_000;
/** A service that wants to be left alone for longer fails the step. */
const LONGEST_REST_MS = 15 * 60_000;

const INTERNAL = 'internal';
/** Nothing can be recorded or read then, so the run goes on when it is over. */
const OUTAGES: ReadonlySet<string> = new Set<ErrorCode>([
  'log-down',
  'maybe-saved',
  'database-down',
  'tables-building',
]);
/** Of ours, besides those of services. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([...PASSING_ERRORS, 'busy', 'stream-busy']);
const Rest = z.object({ retryAfterSeconds: z.number().min(0) });

export const isOutage = (error: unknown): boolean => OUTAGES.has(problemOf(error).problem.code);

/** A sentence for an operator, without anything that only the server log may say. `code` null: a bug. */
export function failureOf(error: unknown): { message: string; code: string | null } {
  const { detail, code } = problemOf(error).problem;

  return code === INTERNAL
    ? { message: 'This step failed unexpectedly. The server log says why.', code: null }
    : { message: detail, code };
}

/** How long to wait before the next attempt; null when it would fail alike. */
export function waitOf(error: unknown, attempt: number, firstWaitMs: number): number | null {
  if (!PASSING.has(problemOf(error).problem.code)) return null;
  const rest = error instanceof Rejected ? Rest.safeParse(error.extra) : null;
  const restMs = rest?.success ? rest.data.retryAfterSeconds * 1000 : 0;
  if (restMs > LONGEST_REST_MS) return null;

  return Math.max(restMs, backoffMs(attempt, firstWaitMs, LONGEST_WAIT_MS));
}

export const retrySentence = (error: unknown, waitMs: number): string =>
  `${failureOf(error).message} Trying again in ${Math.max(1, Math.round(waitMs / 1000))} s.`;

import type { ErrorCode } from '@earmark/contracts';
import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hasRecorded } from './call.ts';
import { outageOf } from './outage.ts';
import { problemOf } from './problem.ts';
import { messageOf } from './process/pause.ts';
import { UnreadableEvent } from './recorded-events.ts';
import { Rejected } from './rejected.ts';

/** An outage fails every call that needs the part which is down; one line in ten seconds tells enough. */
const OUTAGE_LINE_MS = 10_000;
/** Refusals that come in crowds, as the calls do. */
const REFUSALS = new Set<string>(['busy', 'too-many-calls'] satisfies ErrorCode[]);

/** Answers every error as `application/problem+json`; unexpected errors are logged with their stack and never shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');
  /** By code: when it was last logged, and the calls that it has failed since. */
  private readonly outages = new Map<string, { at: number; calls: number }>();

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { problem, extra } = problemOf(error, { isRead: request.method === 'GET', hasRecorded: hasRecorded() });

    if (problem.status >= 500 || problem.code === 'too-many-calls')
      this.log(problem.code, `${problem.status} ${request.method} ${request.path}`, error);
    if (response.headersSent) {
      // A partial answer must not look complete.
      if (!response.writableEnded) response.destroy();
      return;
    }

    if (typeof extra.retryAfterSeconds === 'number') response.set('Retry-After', String(extra.retryAfterSeconds));
    response.status(problem.status).set('Cache-Control', 'no-store').type('application/problem+json');
    response.send(JSON.stringify({ ...extra, ...problem }));
  }

  private log(code: string, what: string, error: unknown): void {
    if (REFUSALS.has(code) || outageOf(error) !== null)
      this.logOutage(code, `${what}: ${error instanceof Error ? error.message : String(error)}`);
    // On purpose, so a stack would say nothing.
    else if (error instanceof Rejected) this.logger.warn(`${code} ${what}: ${error.message}`);
    else if (error instanceof UnreadableEvent)
      this.logger.warn(`${code} ${what}: ${error.message} ${messageOf(error.cause)}`);
    else this.logger.error(`${code} ${what}`, error instanceof Error ? error.stack : String(error));
  }

  private logOutage(code: string, line: string): void {
    const now = performance.now();
    const last = this.outages.get(code) ?? { at: -Infinity, calls: 0 };
    if (now - last.at < OUTAGE_LINE_MS) {
      last.calls++;
      return;
    }
    const others = last.calls === 0 ? '' : ` (and ${last.calls} more calls since the last such line)`;
    this.outages.set(code, { at: now, calls: 0 });
    this.logger.error(`${code} ${line}${others}`);
  }
}

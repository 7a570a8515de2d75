import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemOf } from './problem.ts';

/** Answers every error as `application/problem+json`; unexpected errors are logged with their stack and never shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { problem, extra } = problemOf(error);

    if (problem.status >= 500) this.log(`${problem.status} ${problem.code} ${request.method} ${request.path}`, error);
    if (response.headersSent) {
      // A partial answer must not look complete.
      if (!response.writableEnded) response.destroy();
      return;
    }

    if (typeof extra.retryAfterSeconds === 'number') response.set('Retry-After', String(extra.retryAfterSeconds));
    response.status(problem.status).set('Cache-Control', 'no-store').type('application/problem+json');
    response.send(JSON.stringify({ ...extra, ...problem }));
  }

  private log(what: string, error: unknown): void {
    this.logger.error(what, error instanceof Error ? error.stack : String(error));
  }
}

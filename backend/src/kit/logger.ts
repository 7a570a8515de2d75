import { AsyncLocalStorage } from 'node:async_hooks';
import { ConsoleLogger, type LoggerService } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { correlationIdOf } from './auth/correlation-id.ts';

const calls = new AsyncLocalStorage<string>();

/** Adds the correlation id of the call to everything logged while it is handled. */
export function nameCall(request: Request, _response: Response, next: NextFunction): void {
  calls.run(correlationIdOf(request), next);
}

/** Logs for the operator, with the id of the call: readable lines on a terminal, JSON objects otherwise. */
export class ServerLogger extends ConsoleLogger {
  /** While `isStopping`, losing the database is expected and not logged. */
  constructor(private readonly isStopping: () => boolean) {
    super({ json: !process.stdout.isTTY, prefix: 'Earmark', logLevels: ['fatal', 'error', 'warn'] });
  }

  override warn(message: unknown, ...rest: unknown[]): void {
    if (!this.isStopping()) super.warn(message, ...rest);
  }

  protected override getJsonLogObject(
    message: unknown,
    options: Parameters<ConsoleLogger['getJsonLogObject']>[1],
  ): ReturnType<ConsoleLogger['getJsonLogObject']> & { correlationId?: string } {
    const correlationId = calls.getStore();

    return { ...super.getJsonLogObject(message, options), ...(correlationId ? { correlationId } : {}) };
  }

  protected override formatContext(context: string): string {
    const correlationId = calls.getStore();

    return super.formatContext(correlationId ? `${context} ${correlationId}` : context);
  }
}

/** Hands every message to `take` as one line: for the command line, and for specs. */
export class LineLogger implements LoggerService {
  constructor(private readonly take: (line: string) => void) {}

  log(): void {
    // Nest logs each module and route that it sets up.
  }

  warn(message: unknown): void {
    this.take(String(message));
  }

  error(message: unknown, stack?: unknown): void {
    this.take(typeof stack === 'string' && stack.includes('\n') ? `${String(message)}\n${stack}` : String(message));
  }
}

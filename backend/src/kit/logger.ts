import { AsyncLocalStorage } from 'node:async_hooks';
import { ConsoleLogger, type LoggerService } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { correlationIdOf } from './auth/correlation-id.ts';

const calls = new AsyncLocalStorage<string>();

/** What is logged from here on carries the correlation id of the call. */
export function nameCall(request: Request, _response: Response, next: NextFunction): void {
  calls.run(correlationIdOf(request), next);
}

/** For whoever operates the server: a readable line on a terminal, else a JSON object; with the call that it happened in. */
export class ServerLogger extends ConsoleLogger {
  /** `isStopping`: then what loses its database on the way is no news. */
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
    // Nest tells of each module and route that it sets up.
  }

  warn(message: unknown): void {
    this.take(String(message));
  }

  error(message: unknown, stack?: unknown): void {
    this.take(typeof stack === 'string' && stack.includes('\n') ? `${String(message)}\n${stack}` : String(message));
  }
}

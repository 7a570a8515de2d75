import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { openCore } from './core.module.ts';
import type { EventLog } from '@earmark/projections/event-log';
import type { Report } from './kit/core.ts';
import { LineLogger } from './kit/logger.ts';

/**
 * The application without HTTP, for commands. `close` closes everything it opened. Throws LogUnavailable, or the
 * database's error.
 */
export async function openAppContext(
  config: Config,
  databaseUrl: string,
  report: Report,
  wrap?: (log: EventLog) => EventLog,
): Promise<INestApplicationContext> {
  const core = await openCore(config, databaseUrl, new LineLogger(report), wrap);
  try {
    return await NestFactory.createApplicationContext(AppModule.of(core), {
      abortOnError: false,
      logger: core.logger,
    });
  } catch (error) {
    await core.close();
    throw error;
  }
}

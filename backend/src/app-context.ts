import 'reflect-metadata';
import type { EventLog } from '@earmark/projections/event-log';
import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Config } from './config.ts';
import { CoreModule, openCore, type Core } from './core.module.ts';
import type { Report } from './kit/core.ts';
import { LineLogger } from './kit/logger.ts';

/**
 * The application without HTTP, for commands: all features, or one that needs no other. `close` closes everything it
 * opened. Throws LogUnavailable, or the database's error.
 */
export async function openAppContext(
  config: Config,
  databaseUrl: string,
  report: Report,
  { wrap, feature }: { wrap?: (log: EventLog) => EventLog; feature?: Type | undefined } = {},
): Promise<INestApplicationContext> {
  const core = await openCore(config, databaseUrl, new LineLogger(report), { wrap, longestStatementMs: 0 });
  try {
    return await NestFactory.createApplicationContext(await (feature ? one(core, feature) : all(core)), {
      abortOnError: false,
      logger: core.logger,
    });
  } catch (error) {
    await core.close();
    throw error;
  }
}

/** Loads the features only when they are needed. */
async function all(core: Core): Promise<DynamicModule> {
  const { AppModule } = await import('./app.module.ts');

  return AppModule.of(core);
}

@Module({})
class OneFeature {}

const one = (core: Core, feature: Type): DynamicModule => ({
  module: OneFeature,
  imports: [CoreModule.of(core), feature],
});

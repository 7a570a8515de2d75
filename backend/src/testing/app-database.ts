import { projectors, Runner } from '@earmark/projections/runner';
import { createPreparedDatabase, type TestDatabase } from '@earmark/projections/testing';
import { openAppContext } from '../app-context.ts';
import { readConfig } from '../config.ts';
import { ensureKnownEntityTypes } from '../vocabulary/known-entity-types.ts';
import { servicesOf } from './services.ts';

/** A database as the first start leaves it: migrated, its tables built, with the known categories. */
export const createAppDatabase = (): Promise<TestDatabase> =>
  createPreparedDatabase('app', async (databaseUrl) => {
    const app = await openAppContext(readConfig({}), databaseUrl, () => {});
    const { log, commands, checkpoints } = servicesOf(app);
    const runner = new Runner({ log, databaseUrl, projectors });
    runner.start();
    await ensureKnownEntityTypes(commands, log);
    const head = await log.head();
    while (!(await checkpoints.passed(head)));
    await runner.stop();
    await app.close();
  });

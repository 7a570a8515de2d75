import 'reflect-metadata';
import { Global, Module, StandardSchemaValidationPipe, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import { migrate } from '../kit/migrate.ts';
import { PG_POOL } from '../kit/pg.ts';
import { ProblemFilter } from '../kit/problem.filter.ts';
import { createTestDatabase } from '@earmark/projections/testing';
import { AccountsModule, SCRYPT_COST } from '../accounts/accounts.module.ts';
import { Accounts } from '../accounts/accounts.store.ts';
import { accountMigrations } from '../accounts/accounts.migrations.ts';
import { sessionMiddleware } from '../accounts/sessions.ts';

/** Fast enough for specs, too weak for anything else. */
export const SPEC_COST = { N: 1024, r: 8, p: 1 };

export interface AccountsApp {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly accounts: Accounts;
  close(): Promise<void>;
}

/** A server on a free port with accounts, sessions and the given controllers, on a database of its own. */
export async function startAccountsApp(
  controllers: Type[] = [],
  options: { secure?: boolean; behindProxy?: boolean } = {},
): Promise<AccountsApp> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await migrate(database.url, accountMigrations);

  @Global()
  @Module({
    providers: [
      { provide: PG_POOL, useValue: pool },
      { provide: SCRYPT_COST, useValue: SPEC_COST },
    ],
    exports: [PG_POOL, SCRYPT_COST],
  })
  class Parts {}

  @Module({ imports: [Parts, AccountsModule], controllers })
  class App {}

  const app = await NestFactory.create<NestExpressApplication>(App, {
    bodyParser: false,
    forceCloseConnections: true,
    logger: false,
  });
  app.useGlobalPipes(new StandardSchemaValidationPipe());
  app.useGlobalFilters(new ProblemFilter());
  app.set('trust proxy', options.behindProxy ?? false);
  app.use('/api', await sessionMiddleware(pool, { secure: options.secure ?? false }));
  await app.listen(0, '127.0.0.1');

  return {
    url: await app.getUrl(),
    pool,
    accounts: app.get(Accounts),
    close: async () => {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

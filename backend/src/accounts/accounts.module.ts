import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Pool } from 'pg';
import { AuthGuard } from '../kit/auth/auth.guard.ts';
import { WhoIsSignedIn } from '../kit/auth/signed-in.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Accounts } from './accounts.store.ts';
import { AuthController } from './auth.controller.ts';
import { LoginThrottle } from './login-throttle.ts';
import type { ScryptCost } from './password.ts';
import { SessionAccounts } from './session-accounts.ts';
import { UserCommand } from './user.command.ts';

/** Optional injection token: a ScryptCost other than the default one. */
export const SCRYPT_COST = Symbol('SCRYPT_COST');

/**
 * Needs PG_POOL from a global module. Guards every route of the application and provides every feature with the
 * signed-in account.
 */
@Global()
@Module({
  controllers: [AuthController],
  providers: [
    {
      provide: Accounts,
      useFactory: (pool: Pool, cost?: ScryptCost) => new Accounts(pool, cost),
      inject: [PG_POOL, { token: SCRYPT_COST, optional: true }],
    },
    UserCommand,
    { provide: LoginThrottle, useFactory: () => new LoginThrottle() },
    { provide: WhoIsSignedIn, useClass: SessionAccounts },
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
  exports: [Accounts, WhoIsSignedIn],
})
export class AccountsModule {}

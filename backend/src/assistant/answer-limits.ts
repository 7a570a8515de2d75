import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { CONFIG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import type { Asker } from './asker.ts';

const ACCOUNT_TIMES = 5;
const ALL = 'all';
const DAYS_KEPT = 1;
const Usage = z.array(z.object({ asker: z.string(), questions: z.number(), usd: z.coerce.number() }));

/** How much may be asked on a day (UTC), and what AI services may cost. */
@Injectable()
export class AnswerLimits {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  limitOf({ accountId }: Asker): number {
    return this.config.ASSISTANT_DAILY_LIMIT * (accountId === null ? 1 : ACCOUNT_TIMES);
  }

  async left(asker: Asker): Promise<number> {
    if (asker.limitedAs === null) return this.limitOf(asker);
    const [own] = await this.usageOf([asker.limitedAs]);

    return Math.max(0, this.limitOf(asker) - (own?.questions ?? 0));
  }

  /** Counts a question. Throws Rejected `too-many-questions`. */
  async take(asker: Asker): Promise<void> {
    if (asker.limitedAs === null) return;
    const limit = this.limitOf(asker);
    const { rows } = await this.pool.query<{ questions: number }>(
      `insert into app.assistant_usage as u (day, asker, questions, usd) values (${TODAY}, $1, 1, 0)
       on conflict (day, asker) do update set questions = u.questions + 1 where u.questions < $2
       returning u.questions`,
      [asker.limitedAs, limit],
    );
    if (rows[0]?.questions === 1)
      await this.pool.query(`delete from app.assistant_usage u where u.day < ${TODAY} - ${DAYS_KEPT}`);
    if (rows.length === 1) return;
    const advice = asker.accountId === null ? 'Sign in to ask more, or come back tomorrow.' : 'Come back tomorrow.';
    throw new Rejected('too-many-questions', `The limit of ${limit} questions a day is reached. ${advice}`, {
      retryAfterSeconds: secondsUntilMidnight(),
    });
  }

  /** Whether an AI service may still be paid for this asker today. */
  async mayCost(asker: Asker): Promise<boolean> {
    if (asker.limitedAs === null) return true;
    const most = this.config.ASSISTANT_DAILY_COST;
    const usage = await this.usageOf([asker.limitedAs, ALL]);
    const spent = (name: string) => usage.find((one) => one.asker === name)?.usd ?? 0;

    return spent(ALL) < most && spent(asker.limitedAs) < most / (asker.accountId === null ? 10 : 2);
  }

  async spend(asker: Asker, usd: number): Promise<void> {
    await this.pool.query(
      `insert into app.assistant_usage as u (day, asker, questions, usd)
       select ${TODAY}, a, 0, $2::numeric from unnest($1::text[]) a
       on conflict (day, asker) do update set usd = u.usd + excluded.usd`,
      [[ALL, ...(asker.limitedAs === null ? [] : [asker.limitedAs])], usd],
    );
  }

  private async usageOf(askers: readonly string[]) {
    const { rows } = await this.pool.query(
      `select u.asker, u.questions, u.usd::text as usd from app.assistant_usage u
       where u.day = ${TODAY} and u.asker = any($1)`,
      [askers],
    );

    return Usage.parse(rows);
  }
}

const TODAY = "(now() at time zone 'utc')::date";

const secondsUntilMidnight = (): number => {
  const day = 24 * 60 * 60;

  return day - (Math.floor(Date.now() / 1000) % day);
};

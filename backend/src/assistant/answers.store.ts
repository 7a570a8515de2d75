import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import type { Asker } from './asker.ts';
import { KeptAnswer } from './kept-answer.ts';

type Owner = Pick<Asker, 'accountId' | 'browserId'>;

const COLUMNS = `a.id, a.account_id as "accountId", a.browser_id as "browserId", a.thread_id as "threadId",
  a.run_id as "runId", a.asked_at as "askedAt", a.question, a.provider, a.note, a.is_answered as "isAnswered",
  a.is_shared as "isShared", a.left_out as "leftOut", a.scope, a.statements, a.citations, a.nearest`;
/** Of the account, or of the browser that asked without one. */
const OWN = '(a.account_id = $1 or a.browser_id = $2)';

/** A place in the list of answers. */
export const AnswerPlace = z.tuple([z.iso.datetime(), z.uuid()]);
export type AnswerPlace = z.infer<typeof AnswerPlace>;

/** The answers that were given: tables of `app`, since questions are no events. */
@Injectable()
export class Answers {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async keep(answer: KeptAnswer): Promise<void> {
    const { id, accountId, browserId, threadId, runId, askedAt, question, provider, note, isAnswered, leftOut } =
      answer;
    const { scope, statements, citations, nearest } = answer;
    await this.pool.query(
      `insert into app.answer (id, account_id, browser_id, thread_id, run_id, asked_at, question, provider, note,
         is_answered, left_out, scope, statements, citations, nearest)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        ...[id, accountId, browserId, threadId, runId, askedAt, question, provider, note, isAnswered, leftOut],
        ...[scope, statements, citations, nearest].map((value) => JSON.stringify(value)),
      ],
    );
  }

  /** Whoever owns it; null: there is none. */
  async find(id: string): Promise<KeptAnswer | null> {
    const { rows } = await this.pool.query(`select ${COLUMNS} from app.answer a where a.id = $1`, [id]);

    return rows.length === 0 ? null : KeptAnswer.parse(rows[0]);
  }

  /** Own answers of a thread, oldest first. */
  async listThread(owner: Owner, threadId: string): Promise<KeptAnswer[]> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS} from app.answer a where ${OWN} and a.thread_id = $3 order by a.asked_at, a.id`,
      [owner.accountId, owner.browserId, threadId],
    );

    return z.array(KeptAnswer).parse(rows);
  }

  /** Own answers, newest first. `words`: in the question, any case. */
  async list(owner: Owner, words: string, after: AnswerPlace | null, limit: number): Promise<KeptAnswer[]> {
    const { rows } = await this.pool.query(
      `select ${COLUMNS} from app.answer a
       where ${OWN} and ($3 = '' or a.question ilike $4)
         and ($5::timestamptz is null or (a.asked_at, a.id) < ($5, $6::uuid))
       order by a.asked_at desc, a.id desc limit $7`,
      [
        owner.accountId,
        owner.browserId,
        words,
        `%${words.replace(/[\\%_]/g, '\\$&')}%`,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit,
      ],
    );

    return z.array(KeptAnswer).parse(rows);
  }

  /** False: it is not an own answer. */
  async share(owner: Owner, id: string, isShared: boolean): Promise<boolean> {
    const { rowCount } = await this.pool.query(`update app.answer a set is_shared = $4 where ${OWN} and a.id = $3`, [
      owner.accountId,
      owner.browserId,
      id,
      isShared,
    ]);

    return rowCount === 1;
  }

  /** `id` null: all own answers. Returns how many there were. */
  async delete(owner: Owner, id: string | null): Promise<number> {
    const { rowCount } = await this.pool.query(
      `delete from app.answer a where ${OWN} and ($3::uuid is null or a.id = $3)`,
      [owner.accountId, owner.browserId, id],
    );

    return rowCount ?? 0;
  }
}

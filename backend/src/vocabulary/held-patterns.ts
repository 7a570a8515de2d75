import { foldName } from '@earmark/contracts/mentions';
import { typeName, type HeldPattern, type HeldPatternPage, type PatternRow } from '@earmark/contracts/vocabulary';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';

const PAGE = 50;

export interface HeldOne {
  readonly row: PatternRow;
  readonly quieter: HeldPattern['quieter'];
}

/** A row of a file that is kept aside. */
export interface NoisyRow extends HeldOne {
  /** In the file. */
  readonly place: number;
  readonly mentions: number;
  readonly says: string;
}

interface Stored extends HeldOne {
  readonly id: string;
  readonly mentions: number;
  readonly says: string;
  readonly heldAt: Date;
}

/** The names that imports held back, until somebody adds or drops them. */
@Injectable()
export class HeldPatterns {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async list(after: number): Promise<HeldPatternPage> {
    const { rows } = await this.pool.query<Stored>(
      `select h.id, h.pattern_row as row, h.mentions, h.says, h.quieter, h.held_at as "heldAt"
       from app.held_pattern h order by h.mentions desc, h.id limit $1 offset $2`,
      [PAGE, after],
    );
    const { rows: counted } = await this.pool.query<{ total: number }>(
      'select count(*)::integer as total from app.held_pattern',
    );
    const { total } = counted[0]!;

    return {
      patterns: rows.map(({ row: { name, entityType: type, entity, caseSensitive, wholeWord }, heldAt, ...more }) => ({
        ...more,
        name,
        type,
        entity,
        caseSensitive,
        wholeWord,
        heldAt: heldAt.toISOString(),
      })),
      total,
      next: after + PAGE < total ? after + PAGE : null,
    };
  }

  /** Throws Rejected `pattern-unknown`. */
  async get(id: string): Promise<HeldOne> {
    const { rows } = await this.pool.query<HeldOne>(
      'select h.pattern_row as row, h.quieter from app.held_pattern h where h.id = $1',
      [id],
    );
    if (rows[0] === undefined)
      throw new Rejected('pattern-unknown', 'This name is no longer held back: somebody added or dropped it.');

    return rows[0];
  }

  /** A name that is held already gets what the later file says. */
  async hold(noisy: readonly NoisyRow[], accountId: string): Promise<void> {
    await this.pool.query(
      `insert into app.held_pattern (type_key, name_key, pattern_row, mentions, says, quieter, account_id)
       select x.type_key, x.name_key, x.pattern_row, x.mentions, x.says, x.quieter, $2
       from jsonb_to_recordset($1) as x(type_key text, name_key text, pattern_row jsonb, mentions integer, says text, quieter jsonb)
       on conflict (type_key, md5(name_key)) do update set
         pattern_row = excluded.pattern_row, mentions = excluded.mentions, says = excluded.says,
         quieter = excluded.quieter, account_id = excluded.account_id, held_at = now()`,
      [
        JSON.stringify(
          noisy.map(({ row, mentions, says, quieter }) => ({
            ...keysOf(row),
            pattern_row: row,
            mentions,
            says,
            quieter,
          })),
        ),
        accountId,
      ],
    );
  }

  async drop(id: string): Promise<void> {
    await this.pool.query('delete from app.held_pattern where id = $1', [id]);
  }

  /** After an import that added them. */
  async forget(rows: readonly PatternRow[]): Promise<void> {
    const keys = rows.map(keysOf);
    await this.pool.query(
      `delete from app.held_pattern h using unnest($1::text[], $2::text[]) as x(type_key, name_key)
       where h.type_key = x.type_key and h.name_key = x.name_key`,
      [keys.map((one) => one.type_key), keys.map((one) => one.name_key)],
    );
  }
}

const keysOf = ({ entityType, name }: PatternRow) => ({ type_key: typeName(entityType), name_key: foldName(name) });

import { Actor, type Context } from '@earmark/contracts/kit';
import type { Addition, AdditionItem } from '@earmark/contracts/series';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';

/** How long an addition that has ended is listed, and kept. */
const LISTED = '1 hour';
const KEPT = '7 days';

export interface NewAddition {
  readonly id: string;
  readonly kind: Addition['kind'];
  readonly seriesUuid: string | null;
  readonly name: string | null;
  readonly newest: number | null;
  readonly context: Context;
}
export interface OpenAddition extends NewAddition {
  readonly isListed: boolean;
}
export interface NewItem {
  readonly source: string;
  readonly name: string;
  /** Why it cannot be added. */
  readonly error: string | null;
}
export interface WaitingItem {
  readonly number: number;
  readonly source: string;
}
export type ItemResult = Pick<AdditionItem, 'status' | 'uuid' | 'error'> & {
  /** Null: as it was. */
  readonly name: string | null;
};

const StoredContext = z.object({ actor: Actor, correlationId: z.string(), reason: z.string().nullable() });

/** The state of additions, in schema `app`. */
@Injectable()
export class AdditionsStore {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** `items`: null when they are not known yet. */
  async create({ id, kind, seriesUuid, name, newest, context }: NewAddition, items: readonly NewItem[] | null) {
    await this.pool.query(`delete from app.addition a where a.ended_at < now() - interval '${KEPT}'`);
    await this.pool.query(
      `insert into app.addition (id, kind, series_uuid, name, newest, is_listed, context)
       values ($1, $2, $3, $4, $5, false, $6)`,
      [id, kind, seriesUuid, name, newest, JSON.stringify(context)],
    );
    if (items !== null) await this.listItems(id, items);
  }

  /** The items, once: a second call changes nothing. */
  async listItems(id: string, items: readonly NewItem[]): Promise<void> {
    await this.pool.query(
      `with listed as (update app.addition a set is_listed = true where a.id = $1 and not a.is_listed returning a.id)
       insert into app.addition_item (addition_id, number, source, name, status, error)
       select l.id, i.number, i.source, i.name, case when i.error is null then 'waiting' else 'failed' end, i.error
       from listed l, unnest($2::text[], $3::text[], $4::text[]) with ordinality i (source, name, error, number)`,
      [id, items.map(({ source }) => source), items.map(({ name }) => name), items.map(({ error }) => error)],
    );
  }

  /** One that adds the same episodes and is running; null when there is none. */
  async findSame(seriesUuid: string, newest: number | null): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select a.id from app.addition a
       where a.series_uuid = $1 and a.newest is not distinct from $2 and a.status = 'running' limit 1`,
      [seriesUuid, newest],
    );

    return rows[0]?.id ?? null;
  }

  /** Oldest first. Feeds wait until all of them are listed. */
  async listRunning(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select a.id from app.addition a
       where a.status = 'running' and (a.is_listed or a.kind = 'episodes') order by a.created_at`,
    );

    return rows.map(({ id }) => id);
  }

  /** Null when it is not running. */
  async findRunning(id: string): Promise<OpenAddition | null> {
    const { rows } = await this.pool.query<Omit<OpenAddition, 'context'> & { context: unknown }>(
      `select a.id, a.kind, a.series_uuid as "seriesUuid", a.name, a.newest, a.is_listed as "isListed", a.context
       from app.addition a where a.id = $1 and a.status = 'running'`,
      [id],
    );
    const [row] = rows;

    return row ? { ...row, context: StoredContext.parse(row.context) } : null;
  }

  async isRunning(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(`select from app.addition a where a.id = $1 and a.status = 'running'`, [
      id,
    ]);

    return rowCount === 1;
  }

  async listWaiting(id: string): Promise<WaitingItem[]> {
    const { rows } = await this.pool.query<WaitingItem>(
      `select i.number, i.source from app.addition_item i
       where i.addition_id = $1 and i.status = 'waiting' order by i.number`,
      [id],
    );

    return rows;
  }

  async finishItem(id: string, number: number, { status, uuid, error, name }: ItemResult): Promise<void> {
    await this.pool.query(
      `update app.addition_item set status = $3, uuid = $4, error = $5, name = coalesce($6, name)
       where addition_id = $1 and number = $2`,
      [id, number, status, uuid, error, name],
    );
  }

  /** Only one that is running ends. */
  async end(id: string, status: Exclude<Addition['status'], 'running'>, problem: string | null = null): Promise<void> {
    await this.pool.query(
      `update app.addition set status = $2, problem = $3, ended_at = now() where id = $1 and status = 'running'`,
      [id, status, problem],
    );
  }

  /** Those that are running or ended within the last hour, newest first. */
  async list(): Promise<Addition[]> {
    return this.views(`a.status = 'running' or a.ended_at > now() - interval '${LISTED}'`, []);
  }

  /** Throws Rejected `not-found`. */
  async get(id: string): Promise<Addition> {
    const [addition] = await this.views('a.id = $1', [id]);
    if (!addition) throw new Rejected('not-found', 'There is no such addition, or it ended more than a week ago.');

    return addition;
  }

  private async views(condition: string, values: readonly unknown[]): Promise<Addition[]> {
    const { rows } = await this.pool.query<Addition>(
      `select a.id, a.kind, a.series_uuid as "seriesUuid", a.name, a.status, a.problem, i.total, i.done, i.added,
         i.existing, i.failed, i.items
       from app.addition a cross join lateral (
         select count(*)::int as total,
           count(*) filter (where i.status <> 'waiting')::int as done,
           count(*) filter (where i.status = 'added')::int as added,
           count(*) filter (where i.status = 'exists')::int as existing,
           count(*) filter (where i.status = 'failed')::int as failed,
           coalesce(json_agg(json_build_object('name', i.name, 'status', i.status, 'uuid', i.uuid, 'error', i.error)
             order by i.number) filter (where a.kind = 'feeds' or i.error is not null), '[]') as items
         from app.addition_item i where i.addition_id = a.id) i
       where ${condition} order by a.created_at desc`,
      [...values],
    );

    return rows;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../kit/pg.ts';

/** A feed that is to be checked. */
export interface DueFeed {
  readonly seriesUuid: string;
  /** With the port, if the address names one. */
  readonly host: string;
}

export interface FailedCheck {
  readonly at: Date;
  /** Null: not before somebody asks for it. */
  readonly next: Date | null;
  /** One sentence. */
  readonly problem: string;
  readonly isGone: boolean;
}

/** What is known of the checks of a feed. */
export interface FeedState {
  readonly seriesUuid: string;
  readonly episodesInFeed: number | null;
  /** Its episodes that were not here when it was read. */
  readonly missing: readonly string[];
  readonly movedAt: Date | null;
  readonly checkedAt: Date | null;
  readonly nextCheckAt: Date | null;
  readonly checkingSince: Date | null;
  readonly failingSince: Date | null;
  readonly problem: string | null;
  readonly goneSince: Date | null;
}

/** The checks of feeds, in `app.feed_state`. All times are the caller's. */
@Injectable()
export class FeedCheckStore {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /**
   * Feeds that are due, those due longest first, at most one of each host and none of `busyHosts` or `except`. A series
   * that was followed since its feed was read is due, since its episodes were not added.
   */
  async listDue(
    now: Date,
    { busyHosts, except, limit }: { busyHosts: readonly string[]; except: readonly string[]; limit: number },
  ): Promise<DueFeed[]> {
    const { rows } = await this.pool.query<DueFeed>(
      `select d.uuid as "seriesUuid", d.host from (
         select distinct on (h.host) s.series_uuid as uuid, h.host, coalesce(f.next_check_at, s.added_at) as due_at
         from read.catalogue_series s
         left join app.feed_state f on f.series_uuid = s.series_uuid
         cross join lateral (select lower(substring(s.feed_url from '(?i)^https?://(?:[^/?#]*@)?([^/?#]+)')) as host) h
         where h.host is not null and h.host <> all($2) and s.series_uuid <> all($3) and f.gone_since is null
           and (f.next_check_at is null or f.next_check_at <= $1
             or (s.is_followed and not f.adds_episodes and f.failing_since is null
               and f.checked_at < $1::timestamptz - interval '1 minute'))
         order by h.host, due_at, s.series_uuid
       ) d order by d.due_at, d.uuid limit $4`,
      [now, busyHosts, except, limit],
    );

    return rows;
  }

  async list(seriesUuids: readonly string[]): Promise<Map<string, FeedState>> {
    const { rows } = await this.pool.query<FeedState>(
      `select f.series_uuid as "seriesUuid", f.episodes_in_feed as "episodesInFeed", f.missing,
         f.moved_at as "movedAt", f.checked_at as "checkedAt", f.next_check_at as "nextCheckAt",
         f.checking_since as "checkingSince", f.failing_since as "failingSince", f.problem, f.gone_since as "goneSince"
       from app.feed_state f where f.series_uuid = any($1)`,
      [seriesUuids],
    );

    return new Map(rows.map((row) => [row.seriesUuid, row]));
  }

  /** Returns how often in a row the check has failed so far. */
  async begin(seriesUuid: string, feedUrl: string, at: Date): Promise<number> {
    const { rows } = await this.pool.query<{ failures: number }>(
      `insert into app.feed_state as f (series_uuid, feed_url, adds_episodes, checking_since) values ($1, $2, false, $3)
       on conflict (series_uuid) do update set checking_since = $3 returning f.failures`,
      [seriesUuid, feedUrl, at],
    );

    return rows[0]?.failures ?? 0;
  }

  async succeed(seriesUuid: string, at: Date, next: Date | null): Promise<void> {
    await this.pool.query(
      `update app.feed_state set checking_since = null, checked_at = $2, next_check_at = $3, failures = 0,
         failing_since = null, problem = null, gone_since = null
       where series_uuid = $1`,
      [seriesUuid, at, next],
    );
  }

  async fail(seriesUuid: string, { at, next, problem, isGone }: FailedCheck): Promise<void> {
    await this.pool.query(
      `update app.feed_state set checking_since = null, checked_at = $2, next_check_at = $3, failures = failures + 1,
         failing_since = coalesce(failing_since, $2), problem = $4,
         gone_since = case when $5 then coalesce(gone_since, $2) end
       where series_uuid = $1`,
      [seriesUuid, at, next, problem, isGone],
    );
  }

  /** Nothing was found out. `next` null: it stays due. */
  async giveUp(seriesUuid: string, next: Date | null): Promise<void> {
    await this.pool.query(
      `update app.feed_state set checking_since = null, next_check_at = coalesce($2, next_check_at)
       where series_uuid = $1`,
      [seriesUuid, next],
    );
  }
}

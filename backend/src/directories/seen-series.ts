import { bareFeedUrl } from '@earmark/contracts/kit';
import type { DirectoryName } from '@earmark/contracts/series';
import type { KnownSeries } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../kit/pg.ts';
import type { FoundSeries, SeriesReference } from './directory-provider.ts';

interface SeenRow {
  readonly uuid: string;
  readonly provider: DirectoryName;
  readonly externalId: string | null;
  readonly feedUrl: string | null;
  readonly itunesId: number | null;
}

/** What directories said of the series that people found there. */
@Injectable()
export class SeenSeries {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async remember(found: FoundSeries): Promise<void> {
    const { uuid, provider, externalId, feedUrl, itunesId } = found;
    await this.pool.query(
      `insert into app.directory_series (uuid, provider, external_id, feed_url, bare_feed_url, itunes_id, payload)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (uuid, provider) do update
         set external_id = $3, feed_url = $4, bare_feed_url = $5, itunes_id = $6, payload = $7, seen_at = now()`,
      [uuid, provider, externalId, feedUrl, bare(feedUrl), itunesId, JSON.stringify(found)],
    );
  }

  /**
   * How `directory` knows the series with this uuid, which may be that of another directory or, for one that was
   * `added`, ours. Null when nobody found it.
   */
  async find(directory: DirectoryName, uuid: string, added: KnownSeries | null): Promise<SeriesReference | null> {
    const { rows: named } = await this.pool.query<SeenRow>(
      `${SELECT} where d.uuid = $1 order by d.provider = $2 desc, d.seen_at desc limit 1`,
      [uuid, directory],
    );
    const feedUrl = added?.feedUrl ?? named[0]?.feedUrl ?? null;
    const itunesId = added?.itunesId ?? named[0]?.itunesId ?? null;
    if (!added && !named[0]) return null;
    const { rows: there } = await this.pool.query<SeenRow>(
      `${SELECT} where d.provider = $1 and (d.uuid = $2 or d.bare_feed_url = $3 or d.itunes_id = $4::int8)
       order by d.uuid = $2 desc, d.seen_at desc limit 1`,
      [directory, uuid, bare(feedUrl), itunesId],
    );

    return {
      uuid,
      externalId: there[0]?.externalId ?? null,
      feedUrl: feedUrl ?? there[0]?.feedUrl ?? null,
      itunesId: itunesId ?? there[0]?.itunesId ?? null,
    };
  }

  /** The address of the feed that somebody found last; null when nobody found one. */
  async findLastFeed(): Promise<string | null> {
    const { rows } = await this.pool.query<{ feedUrl: string }>(
      `select d.feed_url as "feedUrl" from app.directory_series d where d.feed_url is not null
       order by d.seen_at desc limit 1`,
    );

    return rows[0]?.feedUrl ?? null;
  }

  /** Apple's id of the series at this address, as some directory said; feeds seldom say it. Null: none did. */
  async findItunesId(feedUrl: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ itunesId: number }>(
      `select d.itunes_id::float8 as "itunesId" from app.directory_series d
       where d.itunes_id is not null and d.bare_feed_url = $1 order by d.seen_at desc limit 1`,
      [bare(feedUrl)],
    );

    return rows[0]?.itunesId ?? null;
  }
}

const bare = (feedUrl: string | null): string | null => (feedUrl === null ? null : bareFeedUrl(feedUrl));

const SELECT = `select d.uuid, d.provider, d.external_id as "externalId", d.feed_url as "feedUrl",
  d.itunes_id::float8 as "itunesId" from app.directory_series d`;

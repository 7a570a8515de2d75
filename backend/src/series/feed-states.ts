import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { SeriesUuid } from '@earmark/contracts/series';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { PG_POOL } from '../kit/pg.ts';

/** What a publisher said of its feed, for the next conditional request to the same address. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Which of its episodes a reading of the whole feed takes: see FeedToImport. */
export type WholeFeed = 'all' | 'new' | 'known';

/** What was found when the whole feed was read. */
export interface FeedReading extends Validators {
  readonly feedUrl: string;
  readonly part: WholeFeed;
  readonly episodesInFeed: number;
  /** Its new episodes that are not here. */
  readonly missing: readonly string[];
  /** Transcripts that could not be fetched. */
  readonly failed: number;
  readonly hasMoved: boolean;
}

/** After so many readings with transcripts that cannot be fetched, they are tried only when the feed changes. */
const MAX_TRANSCRIPT_RETRIES = 3;

/** What was found out about feeds: state in `app`, one row per series with a feed. */
@Injectable()
export class FeedStates {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** Null when the feed must be read whole: never read, read elsewhere, or without adding the episodes asked for. */
  async findValidators(seriesUuid: string, feedUrl: string, part: WholeFeed): Promise<Validators | null> {
    const { rows } = await this.pool.query<Validators>(
      `select f.etag, f.last_modified as "lastModified" from app.feed_state f
       where f.series_uuid = $1 and f.feed_url = $2
         and f.arriving = '{}' and ($3 = 'known' or (f.adds_episodes and ($3 = 'new' or f.left_out = '{}')))`,
      [seriesUuid, feedUrl, part],
    );

    return rows[0] ?? null;
  }

  /** Before a series is added without its episodes. What was kept for it earlier stays. */
  async leaveOut(seriesUuid: SeriesUuid, feedUrl: string, episodes: readonly string[]): Promise<void> {
    await this.pool.query(
      `insert into app.feed_state (series_uuid, feed_url, adds_episodes, left_out) values ($1, $2, false, $3)
       on conflict (series_uuid) do nothing`,
      [seriesUuid, feedUrl, episodes],
    );
  }

  /** The episodes that the feed had when its series was added without them. */
  async listLeftOut(seriesUuid: SeriesUuid): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ uuid: string }>(
      'select unnest(f.left_out) as uuid from app.feed_state f where f.series_uuid = $1',
      [seriesUuid],
    );

    return new Set(rows.map((row) => row.uuid));
  }

  /** Before new episodes of a known feed are added, so that a reading that is cut off does not forget them. */
  async arrive(seriesUuid: SeriesUuid, episodes: readonly string[]): Promise<void> {
    if (episodes.length === 0) return;
    await this.pool.query(
      `update app.feed_state f set arriving = array(select unnest(f.arriving) union select unnest($2::uuid[]))
       where f.series_uuid = $1`,
      [seriesUuid, episodes],
    );
  }

  /** New episodes that the pipeline has not been asked to process yet. */
  async listArriving(seriesUuid: SeriesUuid): Promise<EpisodeUuid[]> {
    const { rows } = await this.pool.query<{ uuid: EpisodeUuid }>(
      'select unnest(f.arriving) as uuid from app.feed_state f where f.series_uuid = $1',
      [seriesUuid],
    );

    return rows.map(({ uuid }) => uuid);
  }

  /** Keeps no validators while transcripts are to be tried again, since "not modified" would prevent it. */
  async keepReading(seriesUuid: SeriesUuid, reading: FeedReading): Promise<void> {
    const { failed, hasMoved } = reading;
    const at = new Date();
    await this.pool.query(
      `insert into app.feed_state as f
         (series_uuid, feed_url, etag, last_modified, adds_episodes, episodes_in_feed, missing, transcript_retries,
          checked_at, moved_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (series_uuid) do update set
         feed_url = excluded.feed_url,
         etag = case when excluded.transcript_retries = 0 or f.transcript_retries >= $11 then $12 end,
         last_modified = case when excluded.transcript_retries = 0 or f.transcript_retries >= $11 then $13 end,
         adds_episodes = excluded.adds_episodes,
         left_out = case when $14 = 'all' then '{}' else f.left_out end,
         episodes_in_feed = excluded.episodes_in_feed,
         missing = excluded.missing,
         arriving = '{}',
         transcript_retries =
           case when excluded.transcript_retries = 0 then 0 else f.transcript_retries + excluded.transcript_retries end,
         checked_at = excluded.checked_at,
         failures = 0, failing_since = null, problem = null, gone_since = null,
         moved_at = coalesce(excluded.moved_at, f.moved_at)`,
      [
        seriesUuid,
        reading.feedUrl,
        failed === 0 ? reading.etag : null,
        failed === 0 ? reading.lastModified : null,
        reading.part !== 'known',
        reading.episodesInFeed,
        reading.missing,
        failed === 0 ? 0 : 1,
        at,
        hasMoved ? at : null,
        MAX_TRANSCRIPT_RETRIES,
        reading.etag,
        reading.lastModified,
        reading.part,
      ],
    );
  }
}

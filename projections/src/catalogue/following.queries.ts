import type { SeriesUuid } from '@earmark/contracts/series';
import { isUuid } from '@earmark/contracts/kit';
import type { Db } from '../kit/db.ts';

const PAGE = 50;

/** A podcast as the list of followed podcasts shows it, as far as the log tells. */
export interface FollowablePodcast {
  readonly uuid: SeriesUuid;
  readonly slug: string;
  readonly name: string;
  readonly host: string | null;
  readonly imageUrl: string | null;
  /** Null: added from files. */
  readonly feedUrl: string | null;
  readonly isFollowed: boolean;
  readonly episodesHere: number;
  /** Episodes with a transcript. */
  readonly transcribed: number;
}

/** Position in the list. */
export interface FollowablePlace {
  readonly name: string;
  readonly uuid: string;
}

const COLUMNS = `s.series_uuid as uuid, s.slug, s.name, s.host, s.image_url as "imageUrl", s.feed_url as "feedUrl",
  s.is_followed as "isFollowed", s.episode_count as "episodesHere",
  (select count(*)::integer from read.mentions_episode m
   where m.series_uuid = s.series_uuid and m.segments > 0) as transcribed`;

/** All podcasts after `after` (null: from the start) by name, 50 a page; `last` is where the page ends, null on the last page. */
export async function listFollowable(
  db: Db,
  after: FollowablePlace | null,
): Promise<{ podcasts: FollowablePodcast[]; last: FollowablePlace | null }> {
  const { rows } = await db.query<FollowablePodcast>(
    `select ${COLUMNS} from read.catalogue_series s
     where $1::text is null or (lower(s.name), s.series_uuid) > (lower($1), $2::uuid)
     order by lower(s.name), s.series_uuid limit $3`,
    [after?.name ?? null, after?.uuid ?? null, PAGE + 1],
  );
  const podcasts = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? podcasts.at(-1) : undefined;

  return { podcasts, last: end ? { name: end.name, uuid: end.uuid } : null };
}

/** By uuid; null when there is none. */
export async function findFollowable(db: Db, uuid: string): Promise<FollowablePodcast | null> {
  if (!isUuid(uuid)) return null;
  const { rows } = await db.query<FollowablePodcast>(
    `select ${COLUMNS} from read.catalogue_series s where s.series_uuid = $1`,
    [uuid],
  );

  return rows[0] ?? null;
}

import type { EpisodeProcessing, EpisodeToProcess, RunStatus } from '@earmark/contracts/pipeline';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { hasWords } from './title-words.ts';

/** Episodes without a transcript that could be processed, and are not being processed. */
export interface WaitingFilter {
  readonly podcast?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
}
/** Place in the list. */
export interface WaitingPlace {
  /** ISO UTC; null: unknown, after all others. */
  readonly publishedAt: string | null;
  readonly episodeUuid: string;
}

type WaitingRow = Omit<EpisodeToProcess, 'publishedAt'> & { readonly publishedAt: Date | null };

/** Newest first, unknown dates last. `last`: null on the last page. */
export async function listWaitingEpisodes(
  db: Db,
  filter: WaitingFilter,
  after: WaitingPlace | null,
  limit: number,
): Promise<{ episodes: EpisodeToProcess[]; last: WaitingPlace | null }> {
  const query = waiting(filter)
    .select({
      id: 'e.episode_uuid',
      uuid: 'e.episode_uuid',
      name: 'e.title',
      slug: 'e.slug',
      podcastName: 's.name',
      podcastSlug: 's.slug',
      podcastId: 's.series_uuid',
      publishedAt: 'e.published_at',
      durationSeconds: 'e.duration_seconds',
      hasOfferedTranscript: sql.raw('jsonb_array_length(e.transcripts) > 0'),
      hasAudio: sql.raw('e.audio_url is not null'),
    })
    .orderByRaw('e.published_at desc nulls last, e.episode_uuid')
    .limit(limit + 1);
  if (after !== null) query.where(comesAfter(after));
  const { rows } = await db.query<WaitingRow>(...native(query));
  const page = rows.slice(0, limit).map((row) => ({ ...row, publishedAt: row.publishedAt?.toISOString() ?? null }));
  const end = rows.length > limit ? page.at(-1) : undefined;

  return { episodes: page, last: end ? { publishedAt: end.publishedAt, episodeUuid: end.uuid } : null };
}

/** Episodes whose run is queued or running, in that order. */
export async function listOpenEpisodes(db: Db, podcast: string | undefined): Promise<string[]> {
  const { rows } = await db.query<{ uuid: string }>(
    `select r.episode_uuid as uuid from read.pipeline_run r
     where r.rank < 2 and ($1::uuid is null or r.series_uuid = $1) order by r.rank, r.sort_key`,
    [podcast ?? null],
  );

  return rows.map(({ uuid }) => uuid);
}

export async function countWaitingEpisodes(db: Db, filter: WaitingFilter): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    ...native(waiting(filter).select(sql.raw('count(*)::integer as count'))),
  );

  return rows[0]?.count ?? 0;
}

/**
 * Seconds of sound to transcribe, and how many of those episodes do not say their length. `withOffered`: also of episodes
 * whose publisher offers a transcript.
 */
export async function measureEpisodes(
  db: Db,
  options: { podcast?: string | undefined; episodeUuids?: readonly string[] | undefined; withOffered: boolean },
): Promise<{ episodes: number; seconds: number; unknownLengths: number }> {
  const { podcast, episodeUuids, withOffered } = options;
  const query =
    episodeUuids === undefined
      ? waiting({ podcast })
      : sql('read.catalogue_episode as e').whereRaw('e.episode_uuid = any(?)', [episodeUuids as string[]]);
  const isCounted = withOffered ? 'true' : 'jsonb_array_length(e.transcripts) = 0';
  const { rows } = await db.query<{ episodes: number; seconds: number; unknownLengths: number }>(
    ...native(
      query.select(
        sql.raw(
          `count(*)::integer as episodes,
           coalesce(sum(e.duration_seconds) filter (where ${isCounted}), 0)::float8 as seconds,
           (count(*) filter (where ${isCounted} and coalesce(e.duration_seconds, 0) = 0))::integer as "unknownLengths"`,
        ),
      ),
    ),
  );

  return rows[0] ?? { episodes: 0, seconds: 0, unknownLengths: 0 };
}

/** Entities with mentions in the episode, and their mentions. */
export async function countEpisodeMentions(
  db: Db,
  episodeUuid: string,
): Promise<{ entities: number; mentions: number }> {
  const { rows } = await db.query<{ entities: number; mentions: number }>(
    `select count(*)::integer as entities, coalesce(sum(m.count), 0)::integer as mentions
     from read.mentions_entity_episode m where m.episode_uuid = $1 and m.count > 0`,
    [episodeUuid],
  );

  return rows[0] ?? { entities: 0, mentions: 0 };
}

/** What is known about the latest run of an episode, and whether it has a transcript. Null: no such episode. */
export interface EpisodeRun {
  readonly hasTranscript: boolean;
  /** Null: it was never requested. */
  readonly status: RunStatus | null;
  readonly step: number | null;
  readonly totalSteps: number;
  readonly queuePosition: EpisodeProcessing['queuePosition'];
  readonly errorCode: string | null;
  /** Its version waits for somebody to confirm corrections. */
  readonly waits: boolean;
}

export async function findEpisodeRun(db: Db, episodeUuid: string): Promise<EpisodeRun | null> {
  const { rows } = await db.query<EpisodeRun>(
    `select coalesce(m.segments > 0, false) as "hasTranscript", r.status, r.current_step as step,
       coalesce(r.total_steps, 9) as "totalSteps", r.error_code as "errorCode",
       case when r.status = 'queued' then (select count(*)::integer from read.pipeline_run q
         where q.status = 'queued' and q.queued_position <= r.queued_position) end as "queuePosition",
       coalesce(r.status = 'completed' and r.waiting > 0 and m.version_id is distinct from r.version_id, false) as waits
     from read.catalogue_episode e
     left join read.mentions_episode m on m.episode_uuid = e.episode_uuid
     left join lateral (
       select * from read.pipeline_run p where p.episode_uuid = e.episode_uuid order by p.number desc limit 1
     ) r on true
     where e.episode_uuid = $1`,
    [episodeUuid],
  );

  return rows[0] ?? null;
}

function waiting({ podcast, q }: WaitingFilter): Knex.QueryBuilder {
  const query = sql('read.catalogue_episode as e')
    .join('read.catalogue_series as s', 's.series_uuid', 'e.series_uuid')
    .leftJoin('read.mentions_episode as m', 'm.episode_uuid', 'e.episode_uuid')
    .whereNull('m.version_id')
    .whereRaw('(e.audio_url is not null or jsonb_array_length(e.transcripts) > 0)')
    .whereRaw('not exists (select 1 from read.pipeline_run r where r.episode_uuid = e.episode_uuid and r.rank < 2)');
  if (podcast !== undefined) query.where('e.series_uuid', podcast);
  if (q !== undefined) query.modify(hasWords(q, 'e.episode_uuid', 'e.series_uuid'));

  return query;
}

const comesAfter = ({ publishedAt, episodeUuid }: WaitingPlace): Knex.Raw =>
  publishedAt === null
    ? sql.raw('(e.published_at is null and e.episode_uuid > ?::uuid)', [episodeUuid])
    : sql.raw(
        `(e.published_at is null or e.published_at < :publishedAt::timestamptz
          or (e.published_at = :publishedAt::timestamptz and e.episode_uuid > :episodeUuid::uuid))`,
        { publishedAt, episodeUuid },
      );

import { GENERIC_LABEL } from '@earmark/contracts/transcripts';
import type { TranscriptStatusEpisode, TranscriptStatusSummary, UploadStatus } from '@earmark/contracts/uploads';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import { hasWords } from '../pipeline/title-words.ts';
import { messageOfStatus } from './status-messages.queries.ts';

export interface UploadFilter {
  readonly podcast?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
  readonly episodeUuids?: readonly string[] | undefined;
}
/** Place in the list; the first two are empty unless it is grouped by podcast. */
export type UploadPlace = readonly [podcastName: string, podcastId: string, age: string, episodeUuid: string];

interface StatusRow extends Omit<TranscriptStatusEpisode, 'validationMessage' | 'progress' | PublicTime> {
  readonly publishedAt: Date | null;
  readonly openaiUploadedAt: Date | null;
  readonly openaiLastAttempt: Date | null;
  readonly labels: string[] | null;
  readonly isReplaced: boolean;
  readonly hasSpeakers: boolean;
  readonly state: string | null;
  readonly age: string;
}
type PublicTime = 'publishedAt' | 'openaiUploadedAt' | 'openaiLastAttempt';

/** Speakers of the shown transcript that software named, and that speak. */
const LABELS = `(select array_agg(distinct p.name order by p.name) from read.mentions_speaker p
  where p.version_id = m.version_id and p.name ~* ? and exists (
    select 1 from read.mentions_segment g
    where g.episode_uuid = m.episode_uuid and g.version_id = m.version_id and g.speaker_id = p.speaker_id))`;
/** Whether anybody is known to speak in the shown transcript. */
const HAS_SPEAKERS = `exists (select 1 from read.mentions_segment g
  where g.episode_uuid = m.episode_uuid and g.version_id = m.version_id and g.speaker_id is not null)`;
const STATUS = `case
  when coalesce(m.segments, 0) = 0 then 'not_ready'
  when u.error_message is not null then 'error'
  when l.labels is not null or (u.is_indexed and u.is_changed) then 'needs_speaker_update'
  when u.is_indexed then 'uploaded'
  else 'ready' end`;
const NO_PODCAST = '00000000-0000-0000-0000-000000000000';

/** Newest first; those that need an update by podcast. `last`: null on the last page. */
export async function listUploadStatus(
  db: Db,
  filter: UploadFilter & { readonly status?: UploadStatus | undefined },
  after: UploadPlace | null,
  limit: number,
): Promise<{ episodes: TranscriptStatusEpisode[]; last: UploadPlace | null }> {
  const isGrouped = filter.status === 'needs_speaker_update';
  const place = isGrouped ? '(t."podcastName", t."podcastId", t.age, t.uuid)' : '(t.age, t.uuid)';
  const query = sql
    .from(statuses(filter).as('t'))
    .select('t.*')
    .orderByRaw(place.slice(1, -1))
    .limit(limit + 1);
  if (filter.status !== undefined) query.where('t.status', filter.status);
  if (after !== null)
    query.whereRaw(
      `${place} > (${isGrouped ? '?::text, ?::uuid, ' : ''}?::float8, ?::uuid)`,
      isGrouped ? [...after] : [after[2], after[3]],
    );
  const { rows } = await db.query<StatusRow>(...native(query));
  const end = rows.length > limit ? rows[limit - 1] : undefined;

  return {
    episodes: rows.slice(0, limit).map(episodeOf),
    last: end
      ? [isGrouped ? end.podcastName : '', isGrouped ? end.podcastId : NO_PODCAST, String(end.age), end.uuid]
      : null,
  };
}

export async function countUploadStatus(db: Db, filter: UploadFilter): Promise<TranscriptStatusSummary> {
  const { rows } = await db.query<TranscriptStatusSummary>(
    ...native(
      sql.from(statuses(filter).as('t')).select(
        sql.raw(`count(*)::integer as total, ${counted('ready', `t.status = 'ready'`)},
          ${counted('uploaded', `t.status = 'uploaded'`)}, ${counted('errors', `t.status = 'error'`)},
          ${counted('needsSpeakerUpdate', `t.status = 'needs_speaker_update'`)},
          ${counted('changed', `t.status = 'needs_speaker_update' and t."mayUpload"`)},
          ${counted('open', `t.state in ('queued', 'uploading')`)}`),
      ),
    ),
  );

  return rows[0]!;
}

/** Null when there is no such episode. */
export async function findUploadStatus(db: Db, episodeUuid: string): Promise<TranscriptStatusEpisode | null> {
  const { episodes } = await listUploadStatus(db, { episodeUuids: [episodeUuid] }, null, 1);

  return episodes[0] ?? null;
}

/** What a bulk upload means: those that are ready, failed, or changed since they were uploaded; newest first. */
export async function listUploadable(
  db: Db,
  which: 'ready' | 'error' | 'changed',
  filter: UploadFilter,
): Promise<string[]> {
  const query = sql.from(statuses(filter).as('t')).select('t.uuid').where('t.mayUpload', true);
  query.where('t.status', which === 'changed' ? 'needs_speaker_update' : which);
  const { rows } = await db.query<{ uuid: string }>(...native(query.orderByRaw('t.age, t.uuid')));

  return rows.map(({ uuid }) => uuid);
}

const counted = (name: string, condition: string): string =>
  `(count(*) filter (where ${condition}))::integer as "${name}"`;

function statuses({ podcast, q, episodeUuids }: UploadFilter): Knex.QueryBuilder {
  const query = sql('read.catalogue_episode as e')
    .join('read.catalogue_series as s', 's.series_uuid', 'e.series_uuid')
    .leftJoin('read.mentions_episode as m', 'm.episode_uuid', 'e.episode_uuid')
    .leftJoin('read.uploads_current as u', 'u.episode_uuid', 'e.episode_uuid')
    .joinRaw(`cross join lateral (select ${LABELS} as labels) l`, [GENERIC_LABEL.source])
    .modify(isAnyOf('e.episode_uuid', episodeUuids ?? null))
    .select({
      uuid: 'e.episode_uuid',
      name: 'e.title',
      slug: 'e.slug',
      podcastId: 's.series_uuid',
      podcastName: 's.name',
      podcastSlug: 's.slug',
      publishedAt: 'e.published_at',
      openaiUploadError: 'u.error_message',
      openaiUploadedAt: sql.raw('case when u.is_indexed then u.uploaded_at end'),
      openaiLastAttempt: 'u.last_attempt_at',
      labels: 'l.labels',
      isReplaced: sql.raw('coalesce(u.version_id <> m.version_id, false)'),
      hasSpeakers: sql.raw(HAS_SPEAKERS),
      state: 'u.state',
      status: sql.raw(STATUS),
      age: sql.raw(`coalesce(-extract(epoch from e.published_at)::float8, 'infinity')`),
      mayUpload: sql.raw(`coalesce(m.segments, 0) > 0 and (u.error_message is not null
        or (l.labels is null and (not coalesce(u.is_indexed, false) or u.is_changed)))`),
    });
  if (podcast !== undefined) query.where('e.series_uuid', podcast);
  if (q !== undefined) query.modify(hasWords(q, 'e.episode_uuid', 'e.series_uuid'));

  return query;
}

function episodeOf(row: StatusRow): TranscriptStatusEpisode {
  const { labels, isReplaced, hasSpeakers, state, age: _, ...rest } = row;

  return {
    ...rest,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    openaiUploadedAt: row.openaiUploadedAt?.toISOString() ?? null,
    openaiLastAttempt: row.openaiLastAttempt?.toISOString() ?? null,
    validationMessage: messageOfStatus(row.status, { labels: labels ?? [], isReplaced, hasSpeakers }),
    progress: state === 'queued' || state === 'uploading' ? state : null,
  };
}

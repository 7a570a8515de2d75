import type { PipelineRunSummary, RunStatus } from '@earmark/contracts/pipeline';
import type { Knex } from 'knex';
import { sql } from '../kit/query-builder.ts';
import { hasWords } from './title-words.ts';

export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly podcast?: string | undefined;
  readonly episode?: string | undefined;
  readonly batch?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
}
export type RunRow = Omit<PipelineRunSummary, 'queuePosition' | 'requestedAt' | 'startedAt' | 'endedAt'> & {
  readonly queuePosition: number | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly rank: number;
  readonly key: string;
};

const isQueued = `r.status = 'queued'`;

export const COLUMNS = {
  id: 'r.run_id',
  number: 'r.number',
  episodeUuid: 'r.episode_uuid',
  episodeName: sql.raw(`coalesce(e.title, 'Removed episode')`),
  episodeSlug: sql.raw('case when e.is_removed or e.is_series_removed then null else e.slug end'),
  podcastId: 'r.series_uuid',
  podcastName: sql.raw(`coalesce(s.name, 'Removed podcast')`),
  podcastSlug: sql.raw('case when s.is_removed then null else s.slug end'),
  status: 'r.status',
  queuePosition: sql.raw(
    `case when ${isQueued} then (select count(*)::integer from read.pipeline_run q
       where q.status = 'queued' and q.queued_position <= r.queued_position) end`,
  ),
  skipTranscription: 'r.skip_transcription',
  requestedBy: 'r.requested_by',
  requestedAt: 'r.requested_at',
  startedAt: 'r.started_at',
  endedAt: 'r.ended_at',
  currentStep: 'r.current_step',
  message: 'r.message',
  stepsCompleted: 'r.steps_completed',
  totalSteps: 'r.total_steps',
  segmentsProcessed: 'r.segments',
  entitiesExtracted: 'r.entities',
  warnings: 'r.warnings',
  errorMessage: 'r.error_message',
  batchId: 'r.batch_id',
  rank: 'r.rank',
  key: 'r.sort_key',
};

/** All but the filter by status. */
export function filtered({ podcast, episode, batch, q }: RunFilter): Knex.QueryBuilder {
  const query = sql('read.pipeline_run as r')
    .leftJoin('read.catalogue_all_episode as e', 'e.episode_uuid', 'r.episode_uuid')
    .leftJoin('read.catalogue_all_series as s', 's.series_uuid', 'r.series_uuid');
  if (podcast !== undefined) query.where('r.series_uuid', podcast);
  if (episode !== undefined) query.where('r.episode_uuid', episode);
  if (batch !== undefined) query.where('r.batch_id', batch);
  if (q !== undefined) query.modify(hasWords(q, 'r.episode_uuid', 'r.series_uuid'));

  return query;
}

export function summaryOf(row: RunRow): PipelineRunSummary {
  const { rank: _rank, key: _key, requestedAt, startedAt, endedAt, ...run } = row;

  return {
    id: run.id,
    number: run.number,
    episodeUuid: run.episodeUuid,
    episodeName: run.episodeName,
    episodeSlug: run.episodeSlug,
    podcastId: run.podcastId,
    podcastName: run.podcastName,
    podcastSlug: run.podcastSlug,
    status: run.status,
    queuePosition: run.queuePosition,
    skipTranscription: run.skipTranscription,
    requestedBy: run.requestedBy,
    requestedAt: requestedAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    currentStep: run.currentStep,
    message: run.message,
    stepsCompleted: run.stepsCompleted,
    totalSteps: run.totalSteps,
    segmentsProcessed: run.segmentsProcessed,
    entitiesExtracted: run.entitiesExtracted,
    warnings: run.warnings,
    errorMessage: run.errorMessage,
    batchId: run.batchId,
  };
}

import type { DiscoveryBatch, QualityRow } from '@earmark/contracts/discovery';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';

export interface DecisionRow {
  readonly correlationId: string;
  readonly at: Date;
  readonly actor: string;
  /** In the log. */
  readonly position: string;
  readonly kind: 'approved' | 'rejected' | 'retyped' | 'edited';
  /** Of the candidate decided last. */
  readonly name: string;
  /** As the category is shown, if it exists. */
  readonly type: string;
  readonly episodeTitle: string | null;
  readonly candidateIds: string[];
  readonly isUndone: boolean;
}

/** Newest first. `actorId` null: of everybody; `before`: a position, exclusive. */
export async function listReviewDecisions(
  db: Db,
  { actorId, before, limit }: { actorId: string | null; before: string | null; limit: number },
): Promise<DecisionRow[]> {
  const query = sql('read.discovery_decision as d')
    .leftJoin('read.catalogue_all_episode as e', 'e.episode_uuid', 'd.episode_uuid')
    .leftJoin('read.vocabulary_type as t', 't.name', 'd.type')
    .select({
      correlationId: 'd.correlation_id',
      at: 'd.at',
      actor: 'd.actor',
      position: sql.raw('d.position::text'),
      kind: 'd.kind',
      name: 'd.name',
      type: sql.raw('coalesce(t.display_name, d.type)'),
      episodeTitle: 'e.title',
      candidateIds: sql.raw(
        `array(select distinct t.candidate_id::text from read.discovery_turn t
           where t.correlation_id = d.correlation_id and t.root_id = t.event_id)`,
      ),
      isUndone: sql.raw('d.undone >= d.decisions'),
    })
    .orderBy('d.position', 'desc')
    .limit(limit);
  if (actorId !== null) query.where('d.actor_id', actorId);
  if (before !== null) query.where('d.position', '<', before);
  const { rows } = await db.query<DecisionRow>(...native(query));

  return rows;
}

/** By finder, proposed category and band of confidence. */
export async function listQuality(db: Db): Promise<QualityRow[]> {
  const { rows } = await db.query<QualityRow>(
    `select c.provider, c.model, c.found_type as type,
       case when c.confidence >= '0.80' then 'high' when c.confidence >= '0.60' then 'medium' else 'low' end as band,
       count(*)::integer as proposed,
       count(*) filter (where c.status = 'approved' and not c.is_corrected)::integer as approved,
       count(*) filter (where c.is_corrected)::integer as corrected,
       count(*) filter (where c.status = 'rejected')::integer as rejected,
       count(*) filter (where c.status = 'pending')::integer as pending
     from read.discovery_candidate c group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );

  return rows;
}

/** Newest first. */
export async function listIgnoredNames(db: Db) {
  const { rows } = await db.query<{ id: string; name: string; type: string | null; at: Date; actor: string }>(
    `select i.ignored_id as id, i.name, i.type, i.at, i.actor
     from read.discovery_ignored i order by i.position desc`,
  );

  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export interface ReadyEpisodeRow {
  readonly uuid: string;
  readonly name: string;
  readonly podcastName: string;
  readonly podcastImageUrl: string | null;
  readonly publishedAt: Date | null;
  readonly hasDiscoveredEntities: boolean;
  readonly isUploaded: boolean;
}

/** Episodes with a transcript, newest first. */
export async function listEpisodesReadyForDiscovery(db: Db): Promise<ReadyEpisodeRow[]> {
  const { rows } = await db.query<ReadyEpisodeRow>(
    `select e.episode_uuid as uuid, e.title as name, s.name as "podcastName", s.image_url as "podcastImageUrl",
       e.published_at as "publishedAt",
       exists (select 1 from read.discovery_candidate c where c.episode_uuid = e.episode_uuid)
         as "hasDiscoveredEntities",
       exists (select 1 from read.uploads_indexed u where u.episode_uuid = e.episode_uuid)
         as "isUploaded"
     from read.mentions_episode m
     join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
     join read.catalogue_series s on s.series_uuid = e.series_uuid
     where m.version_id is not null and m.segments > 0
     order by e.published_at desc nulls last, e.episode_uuid`,
  );

  return rows;
}

const BATCHES = 50;

/** The newest first. */
export async function listDiscoveryBatches(db: Db): Promise<DiscoveryBatch[]> {
  const { rows } = await db.query<
    Omit<DiscoveryBatch, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }
  >(
    `select b.batch_id as id, b.status, b.started_at as "startedAt", b.finished_at as "finishedAt",
       b.started_by as "startedBy", b.total, b.successful, b.failed
     from read.discovery_batch b order by b.position desc limit $1`,
    [BATCHES],
  );

  return rows.map(({ startedAt, finishedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}

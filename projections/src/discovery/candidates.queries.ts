import type { CandidateId, CandidateStatus } from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql, type Condition } from '../kit/query-builder.ts';

/** A candidate as the tables know it: without what stands in the transcript. */
export interface CandidateRow {
  readonly id: string;
  readonly episodeUuid: string;
  readonly episodeName: string;
  readonly episodeSlug: string;
  readonly podcastId: string;
  readonly podcastName: string;
  readonly podcastSlug: string;
  readonly audioUrl: string | null;
  readonly imageUrl: string | null;
  /** As it was found, by which it stands in the transcript. */
  readonly foundName: string;
  readonly name: string;
  readonly type: string;
  readonly typeExists: boolean;
  readonly confidence: string;
  readonly status: CandidateStatus;
  /** Approved, but the episode does not have by hand what that added. */
  readonly isTakenOut: boolean;
  readonly suggestedUrl: string | null;
  readonly adminUrl: string | null;
  readonly adminNotes: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  readonly provider: string;
  readonly model: string;
}

/** Its approval was undone in part, or somebody removed the entity. */
const TAKEN_OUT = `c.status = 'approved' and c.added_id is not null and not exists (
  select 1 from read.mentions_decision d
  where d.episode_uuid = c.episode_uuid and d.entity_id = c.added_id and d.decision = 'added'
)`;

/** Of these ids, or the newest `limit`; without what was removed or is not to be proposed. */
export async function listCandidates(
  db: Db,
  { ids, limit = null }: { ids: readonly string[] | null; limit?: number | null },
): Promise<CandidateRow[]> {
  const query = sql('read.discovery_candidate as c')
    .join('read.catalogue_episode as e', 'e.episode_uuid', 'c.episode_uuid')
    .join('read.catalogue_series as s', 's.series_uuid', 'e.series_uuid')
    .leftJoin('read.vocabulary_type as t', 't.name', 'c.type')
    .select({
      id: 'c.candidate_id',
      episodeUuid: 'c.episode_uuid',
      episodeName: 'e.title',
      episodeSlug: 'e.slug',
      podcastId: 's.series_uuid',
      podcastName: 's.name',
      podcastSlug: 's.slug',
      audioUrl: 'e.audio_url',
      imageUrl: sql.raw('coalesce(e.image_url, s.image_url)'),
      foundName: 'c.found_name',
      name: 'c.name',
      type: 'c.type',
      typeExists: sql.raw('t.entity_type_id is not null'),
      confidence: 'c.confidence',
      status: 'c.status',
      isTakenOut: sql.raw(TAKEN_OUT),
      suggestedUrl: 'c.suggested_url',
      adminUrl: 'c.url',
      adminNotes: 'c.notes',
      reviewedBy: 'c.reviewed_by',
      reviewedAt: 'c.reviewed_at',
      provider: 'c.provider',
      model: 'c.model',
    })
    .modify(isAnyOf('c.candidate_id', ids))
    .orderByRaw('c.found_position desc, c.candidate_id');
  if (ids === null) query.modify(isProposed('c'));
  if (limit !== null) query.limit(limit);
  const { rows } = await db.query<CandidateRow>(...native(query));

  return rows;
}

/** Leaves out pending candidates whose name is not to be proposed, everywhere or in their category. */
export const isProposed =
  (candidate: string): Condition =>
  (query) =>
    query.whereRaw(
      `(??.status <> 'pending' or not exists (
         select 1 from read.discovery_ignored i
         where i.folded_name = ??.found_folded and (i.type is null or i.type = ??.type)
       ))`,
      [candidate, candidate, candidate],
    );

/** The episodes of candidates, by candidate. */
export async function findCandidatePlaces(db: Db, ids: readonly CandidateId[]): Promise<Map<CandidateId, EpisodeUuid>> {
  const { rows } = await db.query<{ id: CandidateId; episodeUuid: EpisodeUuid }>(
    `select c.candidate_id as id, c.episode_uuid as "episodeUuid"
     from read.discovery_candidate c where c.candidate_id = any($1)`,
    [ids],
  );

  return new Map(rows.map(({ id, episodeUuid }) => [id, episodeUuid]));
}

/** Name of an entity and of its category; null: unknown. */
export async function findEntityFacts(db: Db, entityId: string): Promise<{ name: string; type: string } | null> {
  const { rows } = await db.query<{ name: string; type: string }>(
    `select n.name, t.name as type from read.vocabulary_entity n
     join read.vocabulary_type t on t.entity_type_id = n.entity_type_id where n.entity_id = $1`,
    [entityId],
  );

  return rows[0] ?? null;
}

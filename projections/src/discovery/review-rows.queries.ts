import type { CandidateStatus } from '@earmark/contracts/discovery';
import { foldName } from '@earmark/contracts/mentions';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { isProposed } from './candidates.queries.ts';

/** What grouping, filters and sorting need of a candidate. */
export interface ReviewRow {
  readonly id: string;
  readonly episodeUuid: string;
  readonly foundName: string;
  readonly name: string;
  readonly foldedName: string;
  readonly type: string;
  readonly confidence: string;
  readonly status: CandidateStatus;
  /** Where it was found, in the log. */
  readonly position: number;
  readonly reviewedId: string | null;
}

/** Undefined: any. */
export interface ReviewScope {
  readonly podcast?: string | undefined;
  readonly episode?: string | undefined;
  /** Part of the name, ignoring case and accents. */
  readonly q?: string | undefined;
}

/** All candidates of the scope, decided or not, but for those that were removed or are not to be proposed. */
export async function listReviewRows(db: Db, { podcast, episode, q }: ReviewScope): Promise<ReviewRow[]> {
  const query = sql('read.discovery_candidate as c')
    .join('read.catalogue_episode as e', 'e.episode_uuid', 'c.episode_uuid')
    .select({
      id: 'c.candidate_id',
      episodeUuid: 'c.episode_uuid',
      foundName: 'c.found_name',
      name: 'c.name',
      foldedName: 'c.folded_name',
      type: 'c.type',
      confidence: 'c.confidence',
      status: 'c.status',
      position: sql.raw('c.found_position::float8'),
      reviewedId: 'c.reviewed_id',
    })
    .modify(isProposed('c'));
  if (podcast !== undefined) query.where('e.series_uuid', podcast);
  if (episode !== undefined) query.where('e.episode_uuid', episode);
  if (q !== undefined && foldName(q) !== '') query.whereRaw('strpos(c.folded_name, ?) > 0', [foldName(q)]);
  const { rows } = await db.query<ReviewRow>(...native(query));

  return rows;
}

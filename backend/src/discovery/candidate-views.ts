import type { DiscoveredEntity } from '@earmark/contracts/discovery';
import { listContexts, type CandidateRow, type Db } from '@earmark/projections/queries';
import type { Evidence } from './evidence.ts';

const CONTEXTS = 3;

/** With what stands in the transcripts now, in the order of `rows`. */
export async function candidateViews(
  db: Db,
  evidence: Evidence,
  rows: readonly CandidateRow[],
): Promise<DiscoveredEntity[]> {
  const segments = await evidence.of(db, rows);
  const wanted = rows.flatMap(({ id, episodeUuid, foundName }, index) =>
    segments[index]!.slice(0, CONTEXTS).map((segmentId) => ({ id, episodeUuid, segmentId, name: foundName })),
  );
  const contexts = await listContexts(db, wanted);

  return rows.map(({ foundName, reviewedAt, ...row }, index) => ({
    ...row,
    reviewedAt: reviewedAt?.toISOString() ?? null,
    frequency: segments[index]!.length,
    contexts: segments[index]!.slice(0, CONTEXTS).flatMap(
      (segmentId) => contexts.get(`${segmentId} ${foundName}`) ?? [],
    ),
  }));
}

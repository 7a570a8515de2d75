import { findCandidates, usesIndex, type CandidateSegment } from '../mentions/candidates.ts';
import type { PatternRow } from '../mentions/pinned-vocabulary.ts';

/** Episodes whose texts are read at once: some ten thousand segments. */
const EPISODES_A_PAGE = 60;

interface Db {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Segments in which one of the patterns may occur. Where the index cannot say, all texts are read, page by page: whoever
 * asked may have typed on meanwhile. Throws the signal's reason between two pages.
 */
export async function* candidatePages(
  db: Db,
  patterns: readonly PatternRow[],
  signal: AbortSignal,
): AsyncGenerator<CandidateSegment[]> {
  if (patterns.every(usesIndex)) {
    yield await findCandidates(db, patterns, null);
    return;
  }
  const rows = await db.query<{ uuid: string }>(
    'select episode_uuid as uuid from mentions_episode where version_id is not null order by series_uuid, episode_uuid',
  );
  for (let start = 0; start < rows.length; start += EPISODES_A_PAGE) {
    signal.throwIfAborted();
    const page = rows.slice(start, start + EPISODES_A_PAGE).map(({ uuid }) => uuid);
    yield await findCandidates(db, patterns, page);
  }
}

import { planSearches, searchIn, type CandidateSegment, type Search } from '../mentions/candidates.ts';
import type { PatternRow } from '../mentions/pinned-vocabulary.ts';

/** Segments per page of what the index finds. */
const SEGMENTS_A_PAGE = 5000;
/** Episodes whose texts are read at once: about ten thousand segments. */
const EPISODES_A_PAGE = 60;

interface Db {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Segments in which one of the patterns may occur, page by page, since the user may type on and abort. One in which
 * several may occur may appear several times. Needs a transaction; throws the signal's reason between two pages.
 */
export async function* candidatePages(
  db: Db,
  patterns: readonly PatternRow[],
  signal: AbortSignal,
): AsyncGenerator<CandidateSegment[]> {
  for (const search of await planSearches(db, patterns))
    yield* search.isIndexed ? pagesOfIndex(db, search, signal) : pagesOfTexts(db, search, signal);
}

async function* pagesOfIndex(db: Db, search: Search, signal: AbortSignal): AsyncGenerator<CandidateSegment[]> {
  const [text, values] = searchIn(search, null);
  await db.query(`declare candidates no scroll cursor for ${text}`, values);
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    const page = await db.query<CandidateSegment>(`fetch ${SEGMENTS_A_PAGE} from candidates`);
    isMore = page.length === SEGMENTS_A_PAGE;
    yield page;
  }
  await db.query('close candidates');
}

/** A cursor would read all texts before returning the few that match. */
async function* pagesOfTexts(db: Db, search: Search, signal: AbortSignal): AsyncGenerator<CandidateSegment[]> {
  const rows = await db.query<{ uuid: string }>(
    'select episode_uuid as uuid from mentions_episode where version_id is not null order by series_uuid, episode_uuid',
  );
  for (let start = 0; start < rows.length; start += EPISODES_A_PAGE) {
    signal.throwIfAborted();
    const page = rows.slice(start, start + EPISODES_A_PAGE).map(({ uuid }) => uuid);
    yield await db.query<CandidateSegment>(...searchIn(search, page));
  }
}

import type { Db } from '../kit/db.ts';

/** Where to read an event in the log. */
export interface EventPlace {
  readonly stream: string;
  readonly revision: number;
}

/** The newest events that changed the entity, pattern or category, newest first. `before`: exclusive; null: all. */
export async function listEventsAbout(
  db: Db,
  subjectId: string,
  { before, stream, limit }: { before: bigint | null; stream: string | null; limit: number },
): Promise<(EventPlace & { readonly position: bigint })[]> {
  const { rows } = await db.query<EventPlace & { position: string }>(
    `select e.stream, e.revision, e.position::text from read.subjects_event e
     where e.subject_id = $1 and ($2::int8 is null or e.position < $2) and ($3::text is null or e.stream = $3)
     order by e.position desc limit $4`,
    [subjectId, before?.toString() ?? null, stream, limit],
  );

  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/**
 * The revisions, ascending, of the events of vocabulary-main that changed one of the subjects, from the event at position
 * `from` on, and the last revision that the table knows (-1: none). A category may have as many events as it has patterns.
 */
export async function listVocabularyRevisions(
  db: Db,
  subjectIds: readonly string[],
  from: bigint,
): Promise<{ revisions: number[]; last: number }> {
  const { rows } = await db.query<{ revisions: number[]; last: number }>(
    `select array(
       select distinct e.revision from read.subjects_event e
       where e.subject_id = any($1) and e.stream = 'vocabulary-main' and e.position >= $2 order by e.revision
     ) as revisions,
     coalesce((select max(e.revision) from read.subjects_event e where e.stream = 'vocabulary-main'), -1) as last`,
    [subjectIds, from.toString()],
  );

  return rows[0]!;
}

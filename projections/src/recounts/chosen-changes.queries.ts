import type { Db } from '../kit/db.ts';

/** The vocabularies by which the episodes with a transcript of these podcasts (null: all) are found, the oldest first. */
export async function listPinnedRevisions(db: Db, seriesUuids: readonly string[] | null): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `select distinct e.vocabulary_revision as revision from read.mentions_episode e
     where e.version_id is not null and ($1::uuid[] is null or e.series_uuid = any($1)) order by 1`,
    [seriesUuids],
  );

  return rows.map(({ revision }) => revision);
}

/**
 * The revisions of the vocabulary that may have changed a pattern that some episode is not found by as it is now, the
 * newest first. Some of them changed no pattern.
 */
export async function listPendingRevisions(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `with pins as (
       select distinct vocabulary_revision as pin from read.mentions_episode where version_id is not null
     ), now as (
       select pattern_id, set_revision from read.mentions_pattern where to_revision is null
     ), pending as (
       select distinct x.pattern_id, x.set_revision, x.is_now from pins cross join lateral (
         select *, true as is_now from (
           select * from now
           except select pattern_id, set_revision from read.mentions_pattern
           where from_revision <= pin and (to_revision is null or to_revision > pin)
         ) come
         union all
         select *, false from (
           select pattern_id, set_revision from read.mentions_pattern
           where from_revision <= pin and (to_revision is null or to_revision > pin)
           except select * from now
         ) gone
       ) x
     )
     select set_revision as revision from pending where is_now
     union
     select p.to_revision from pending w
     join read.mentions_pattern p on p.pattern_id = w.pattern_id and p.set_revision = w.set_revision
     where not w.is_now and p.to_revision is not null
     order by 1 desc`,
  );

  return rows.map(({ revision }) => revision);
}

/** Those of these revisions at which a pattern that changes at the revisions `changes` concerned is not as it is now. */
export async function listWithout(db: Db, changes: readonly number[], revisions: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ revision: number }>(
    `with chosen as (
       select distinct pattern_id from read.mentions_pattern where set_revision = any($1) or to_revision = any($1)
     )
     select r.revision from unnest($2::int[]) as r(revision) where exists (
       select 1 from chosen c
       left join read.mentions_pattern n on n.pattern_id = c.pattern_id and n.to_revision is null
       left join read.mentions_pattern t on t.pattern_id = c.pattern_id and t.from_revision <= r.revision
         and (t.to_revision is null or t.to_revision > r.revision)
       where n.set_revision is distinct from t.set_revision
     ) order by 1`,
    [changes, revisions],
  );

  return rows.map(({ revision }) => revision);
}

/** The current patterns that do not hold yet at one of these revisions, once for each of them. */
export async function countLater(db: Db, revisions: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from unnest($1::int[]) as r(revision)
     join read.mentions_pattern p on p.to_revision is null and p.from_revision > r.revision`,
    [revisions],
  );

  return rows[0]!.count;
}

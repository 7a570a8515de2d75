import type { Tables } from '../kit/tables.ts';

/** All columns but those that say when the pattern holds. */
const FACTS = 'pattern_id, entity_id, name, case_sensitive, whole_word, near, not_near, distance';

/**
 * Makes the variant of the vocabulary that holds at `revision` only: the patterns of `base`, but those that the events at
 * the revisions `changes` concerned as they are now. What holds now and not in the variant holds again after it.
 */
export async function addVariant(
  tables: Pick<Tables, 'query'>,
  base: number,
  changes: readonly number[],
  revision: number,
): Promise<void> {
  const chosen = `select c.pattern_id from mentions_pattern c where c.set_revision = any($2) or c.to_revision = any($2)`;
  const lacks = `to_revision is null and from_revision > $1 and pattern_id not in (${chosen})`;
  // The variant just before has closed these until this revision; now they hold from the next one on.
  await tables.query(`update mentions_pattern set from_revision = $3 + 1 where from_revision = $3 and ${lacks}`, [
    base,
    changes,
    revision,
  ]);
  await tables.query(
    `with closed as (
       update mentions_pattern set to_revision = $3 where from_revision < $3 and ${lacks}
       returning ${FACTS}, set_revision
     )
     insert into mentions_pattern (${FACTS}, from_revision, to_revision, set_revision)
     select ${FACTS}, $3 + 1, null, set_revision from closed`,
    [base, changes, revision],
  );
  await tables.query(
    `insert into mentions_pattern (${FACTS}, from_revision, to_revision, set_revision)
     select ${FACTS}, $3, $3 + 1, set_revision from mentions_pattern
     where from_revision <= $1 and to_revision > $1 and pattern_id not in (${chosen})`,
    [base, changes, revision],
  );
}

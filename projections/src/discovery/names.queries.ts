import { compileMatcher } from '@earmark/contracts/mentions';
import type { PoolClient } from 'pg';
import type { Db } from '../kit/db.ts';
import { findCandidates } from '../mentions/candidates.ts';
import { asFound } from './evidence.queries.ts';

/** As the index of words takes them in one statement. */
const NAMES_AT_ONCE = 20;

export interface NameCount {
  readonly mentions: number;
  readonly episodes: number;
}

/** Another value when any shown text may have changed. */
export async function findTextsState(db: Db): Promise<string> {
  const { rows } = await db.query<{ state: string }>(
    `select concat_ws(' ', count(*), sum(e.transcript_revision), sum(hashtextextended(e.version_id::text, 0))) as state
     from read.mentions_episode e where e.version_id is not null`,
  );

  return rows[0]!.state;
}

/** In how many segments of all shown transcripts each name stands. `db`: a connection inside a transaction. */
export async function* countNames(
  db: PoolClient,
  names: readonly string[],
): AsyncGenerator<readonly [name: string, count: NameCount]> {
  await db.query('set local search_path to read, public');
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await db.query<Row>(text, values)).rows;
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE);
    const patterns = some.map((name) => ({ name, whole_word: true }));
    const matcher = compileMatcher(some.map(asFound));
    const counts = some.map(() => ({ mentions: 0, episodes: new Set<string>() }));
    for (const { episode_uuid: episode, text } of await findCandidates({ query }, patterns, null)) {
      const here = new Set<number>();
      matcher.scan(text, (name) => void here.add(name));
      for (const name of here) {
        counts[name]!.mentions++;
        counts[name]!.episodes.add(episode);
      }
    }
    for (const [index, name] of some.entries())
      yield [name, { mentions: counts[index]!.mentions, episodes: counts[index]!.episodes.size }];
  }
}

/** Mentions of entities everywhere, by entity; those without any are left out. */
export async function countEntityMentions(db: Db, entityIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; count: number }>(
    `select m.entity_id as id, sum(m.count)::integer as count
     from read.mentions_entity_episode m where m.entity_id = any($1) group by 1`,
    [entityIds],
  );

  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface SimilarEntity {
  /** The name that it is similar to. */
  readonly wanted: string;
  readonly entityId: string;
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  /** Folded: its own name, and those of its patterns. */
  readonly names: string[];
}

const MOST_SIMILAR = 20;

/**
 * Entities with a name like one of these folded names or with its initials, and those of `known`; without those that
 * have neither a pattern nor a mention. `db`: a connection inside a transaction.
 */
export async function listSimilarEntities(
  db: Db,
  names: readonly string[],
  known: readonly { readonly wanted: string; readonly entityId: string }[],
): Promise<SimilarEntity[]> {
  await db.query('set local pg_trgm.word_similarity_threshold = 0.5');
  const { rows } = await db.query<Omit<SimilarEntity, 'names'> & { searched: string }>(
    `with near as (
       select w.name as wanted, n.entity_id
       from unnest($1::text[], $2::text[]) as w(name, initials)
       cross join lateral (
         (select v.entity_id from read.vocabulary_entity v where w.name <% v.searched
          order by word_similarity(w.name, v.searched) desc, v.entity_id limit $3)
         union all
         (select v.entity_id from read.vocabulary_entity v
          where w.initials <> '' and v.searched like '%' || w.initials || '%'
          order by length(v.searched), v.entity_id limit $3)
       ) n
       union
       select k.wanted, k.entity_id from unnest($4::text[], $5::uuid[]) as k(wanted, entity_id)
     )
     select x.wanted, n.entity_id as "entityId", n.name, n.slug, t.name as type, n.searched from near x
     join read.vocabulary_entity n on n.entity_id = x.entity_id
     join read.vocabulary_type t on t.entity_type_id = n.entity_type_id
     where n.patterns > 0 or exists (select 1 from read.mentions_entity_episode m where m.entity_id = n.entity_id)`,
    [
      names,
      names.map(initialsOf),
      MOST_SIMILAR,
      known.map(({ wanted }) => wanted),
      known.map(({ entityId }) => entityId),
    ],
  );

  return rows.map(({ searched, ...row }) => ({ ...row, names: searched.split('\n') }));
}

/** "nyt" of "new york times"; empty for fewer than two words. */
export function initialsOf(folded: string): string {
  const words = folded.split(' ').filter((word) => word !== '');

  return words.length < 2 ? '' : words.map((word) => word[0]!).join('');
}

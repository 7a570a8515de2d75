import type { SeriesUuid } from '@earmark/contracts/series';
import type { EntityId, PatternFacts } from '@earmark/contracts/vocabulary';
import type { PoolClient } from 'pg';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';
import { findCandidates, mayHave, type CandidateSegment } from './candidates.ts';
import { wordQuery } from './segment-words.ts';

interface Pattern {
  readonly name: string;
  readonly whole_word: boolean;
}

/** Where patterns may occur, according to the stored texts. */
export interface MentionCandidates {
  /** In transcripts that are shown, or would be if nothing was removed. */
  readonly segments: readonly CandidateSegment[];
  /** Episodes with candidates in a transcript that is no longer shown. */
  readonly replaced: readonly string[];
}

/** `db`: a connection inside a transaction. */
export async function findMentionCandidates(db: PoolClient, patterns: readonly Pattern[]): Promise<MentionCandidates> {
  await db.query('set local search_path to read');
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await db.query<Row>(text, values)).rows;
  const hidden = await query<{ episode_uuid: string; version_id: string }>(
    `select v.episode_uuid, v.version_id from mentions_version v
     join mentions_all_episode e on e.episode_uuid = v.episode_uuid where v.version_id is distinct from e.version_id`,
  );
  const replaced = new Set<string>();
  for (const { name, whole_word: wholeWord } of hidden.length > 0 ? patterns : []) {
    const found = await query<{ episode_uuid: string }>(
      ...native(
        sql('mentions_segment as s')
          .distinct('s.episode_uuid')
          .modify(
            isAnyOf(
              's.version_id',
              hidden.map((row) => row.version_id),
            ),
          )
          .modify(mayHave(wholeWord ? wordQuery(name).phrases : [])),
      ),
    );
    for (const row of found) replaced.add(row.episode_uuid);
  }

  return { segments: await findCandidates({ query }, patterns, null, 'mentions_all_episode'), replaced: [...replaced] };
}

/** Podcasts and episodes that were ever removed, by uuid. */
export async function listEverRemoved(db: Db): Promise<{ series: Set<string>; episodes: Set<string> }> {
  const { rows } = await db.query<{ series_uuid: string; episode_uuid: string | null }>(
    'select distinct series_uuid, episode_uuid from read.mentions_removal',
  );

  return {
    series: new Set(rows.filter((row) => row.episode_uuid === null).map((row) => row.series_uuid)),
    episodes: new Set(rows.flatMap((row) => row.episode_uuid ?? [])),
  };
}

/** By episode uuid; those without a transcript are left out. */
export async function listSeriesOf(db: Db, episodes: readonly string[]): Promise<Map<string, SeriesUuid>> {
  const { rows } = await db.query<{ episode_uuid: string; series_uuid: SeriesUuid }>(
    'select episode_uuid, series_uuid from read.mentions_all_episode where episode_uuid = any($1)',
    [episodes],
  );

  return new Map(rows.map((row) => [row.episode_uuid, row.series_uuid]));
}

/** `to` of a pattern that still holds. */
export const STILL_HOLDS = 0x7fff_ffff;

/** Every pattern that the entities ever had, with the revisions of the vocabulary from (inclusive) and to (exclusive) which it held. */
export async function listHeldPatterns(db: Db, entityIds: readonly EntityId[]) {
  const { rows } = await db.query<
    Pick<PatternFacts, 'entityId' | 'name' | 'caseSensitive' | 'wholeWord' | 'near' | 'notNear' | 'distance'> & Held
  >(
    `select entity_id as "entityId", name, case_sensitive as "caseSensitive", whole_word as "wholeWord",
       near, not_near as "notNear", distance, from_revision as "from", coalesce(to_revision, $2) as "to"
     from read.mentions_pattern where entity_id = any($1) order by from_revision, pattern_id`,
    [entityIds, STILL_HOLDS],
  );

  return rows.map(({ from, to, ...facts }) => ({ facts, from, to }));
}

interface Held {
  readonly from: number;
  readonly to: number;
}

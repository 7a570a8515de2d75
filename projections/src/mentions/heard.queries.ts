import type { PoolClient } from 'pg';
import type { Db } from '../kit/db.ts';
import { findCandidates, type CandidateSegment } from './candidates.ts';
import { wordQuery } from './segment-words.ts';

interface Pattern {
  readonly name: string;
  readonly whole_word: boolean;
}

/** Where something may have been heard, by the texts that the tables hold. */
export interface Heard {
  /** Of shown transcripts. */
  readonly segments: readonly CandidateSegment[];
  /** Episodes with a transcript that is no longer shown. */
  readonly replaced: readonly string[];
}

/** `db`: a connection inside a transaction. */
export async function findHeard(db: PoolClient, patterns: readonly Pattern[]): Promise<Heard> {
  await db.query('set local search_path to read');
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await db.query<Row>(text, values)).rows;
  const hidden = await query<{ episode_uuid: string; version_id: string }>(
    `select v.episode_uuid, v.version_id from mentions_version v
     join mentions_episode e on e.episode_uuid = v.episode_uuid where v.version_id is distinct from e.version_id`,
  );
  const replaced = new Set<string>();
  for (const { name, whole_word: wholeWord } of hidden.length > 0 ? patterns : []) {
    const keys = wholeWord ? wordQuery(name).keys : [];
    const found = await query<{ episode_uuid: string }>(
      'select distinct episode_uuid from mentions_segment where version_id = any($1) and words @> $2',
      [hidden.map((row) => row.version_id), keys],
    );
    for (const row of found) replaced.add(row.episode_uuid);
  }

  return { segments: await findCandidates({ query }, patterns, null), replaced: [...replaced] };
}

/** By episode uuid; those without a transcript are left out. */
export async function listSeriesOf(db: Db, episodes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ episode_uuid: string; series_uuid: string }>(
    'select episode_uuid, series_uuid from read.mentions_episode where episode_uuid = any($1)',
    [episodes],
  );

  return new Map(rows.map((row) => [row.episode_uuid, row.series_uuid]));
}

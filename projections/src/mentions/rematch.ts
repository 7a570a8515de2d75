import type { Tables } from '../kit/tables.ts';
import { findCandidates } from './candidates.ts';
import type { Repinned } from './pin-moves.ts';
import { readsContext } from '@earmark/contracts/mentions';
import type { Pin } from '@earmark/contracts/vocabulary';
import { findNeighbours } from './neighbours.ts';
import { compileVocabulary, occurrencesByEntity, RULE_COLUMNS, type PatternRow } from './pinned-vocabulary.ts';

/** Beyond this many patterns of changed entities it is faster to match whole transcripts. */
const MAX_PATTERNS = 300;

/**
 * Updates the mentions of episodes with a new pin where the vocabulary differs between the two pins. The cost
 * depends on the segments in which changed entities may occur. Returns the episodes whose mentions may have changed, and
 * those that must be matched whole: with decisions by people, with their first pin, or with too large a difference.
 */
export async function rematchRepinned(
  tables: Tables,
  repinned: readonly Repinned[],
): Promise<{ changed: string[]; whole: string[] }> {
  const changed: string[] = [];
  const whole: string[] = [];
  if (repinned.length === 0) return { changed, whole };
  const decided = new Set(
    (
      await tables.query<{ episode_uuid: string }>(
        `select episode_uuid from mentions_decision where episode_uuid = any($1)
         union select episode_uuid from mentions_shown_as where episode_uuid = any($1)`,
        [repinned.map((row) => row.episode_uuid)],
      )
    ).map((row) => row.episode_uuid),
  );
  const groups = new Map<string, { from: Pin; to: Pin; episodes: string[] }>();
  for (const row of repinned) {
    const { episode_uuid: episode, old_revision: oldRevision, old_version: oldVersion } = row;
    if (oldRevision === null || oldVersion === null || decided.has(episode)) {
      whole.push(episode);
      continue;
    }
    const from = { vocabularyRevision: oldRevision, matcherVersion: oldVersion };
    const to = { vocabularyRevision: row.vocabulary_revision, matcherVersion: row.matcher_version };
    const key = `${oldRevision} ${oldVersion} ${to.vocabularyRevision} ${to.matcherVersion}`;
    const group = groups.get(key) ?? { from, to, episodes: [] };
    groups.set(key, group);
    group.episodes.push(episode);
  }
  for (const { from, to, episodes } of groups.values()) {
    const rematched = await rematchChanged(tables, from, to, episodes);
    if (rematched) changed.push(...rematched);
    else whole.push(...episodes);
  }

  return { changed, whole };
}

/** Returns the episodes whose mentions may have changed. Null, doing nothing, when the difference is too large. */
async function rematchChanged(
  tables: Tables,
  from: Pin,
  to: Pin,
  episodes: readonly string[],
): Promise<Set<string> | null> {
  const entityIds = await listChangedEntities(tables, from, to);
  const patterns = await listPatternsAt(tables, entityIds, to.vocabularyRevision);
  if (!isNarrow(patterns)) return null;
  const gone = await tables.query<{ episode_uuid: string }>(
    `with gone as (
       delete from mentions_mention where entity_id = any($1) and episode_uuid = any($2) returning episode_uuid
     )
     select distinct episode_uuid from gone`,
    [entityIds, episodes],
  );
  const changed = new Set(gone.map((row) => row.episode_uuid));
  const vocabulary = compileVocabulary(patterns);
  const segments = await findCandidates(tables, patterns, episodes, 'mentions_all_episode');
  const neighboursOf = await findNeighbours(tables, vocabulary.matcher, segments);
  for (const segment of segments)
    for (const [entityId, spans] of occurrencesByEntity(vocabulary, segment.text, to, neighboursOf(segment))) {
      changed.add(segment.episode_uuid);
      tables.insert('mentions_mention', {
        episode_uuid: segment.episode_uuid,
        entity_id: entityId,
        segment_id: segment.segment_id,
        speaker_id: segment.speaker_id,
        spans,
      });
    }

  return changed;
}

/** Whether the patterns are few enough that the index is faster than reading every segment. */
export const isNarrow = (patterns: readonly unknown[]): boolean => patterns.length <= MAX_PATTERNS;

/** Entities with a pattern that holds at only one of the two pins, or whose context only one of them reads. */
export async function listChangedEntities(db: Pick<Tables, 'query'>, from: Pin, to: Pin): Promise<string[]> {
  const contextsToo = readsContext(from.matcherVersion) !== readsContext(to.matcherVersion);
  const rows = await db.query<{ entity_id: string }>(
    `select distinct entity_id from mentions_pattern
     where (from_revision <= $1 and (to_revision is null or to_revision > $1))
        <> (from_revision <= $2 and (to_revision is null or to_revision > $2))
       or ($3 and from_revision <= $2 and (near <> '{}' or not_near <> '{}'))`,
    [from.vocabularyRevision, to.vocabularyRevision, contextsToo],
  );

  return rows.map((row) => row.entity_id);
}

export async function listPatternsAt(
  db: Pick<Tables, 'query'>,
  entityIds: readonly string[],
  revision: number,
): Promise<PatternRow[]> {
  return db.query<PatternRow>(
    `select entity_id, ${RULE_COLUMNS}, from_revision, to_revision from mentions_pattern
     where entity_id = any($1) and from_revision <= $2 and (to_revision is null or to_revision > $2)
     order by pattern_id`,
    [entityIds, revision],
  );
}

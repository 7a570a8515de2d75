import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import type { Pool } from 'pg';
import { native, sql } from '../kit/query-builder.ts';
import { MergedEntities } from '../mentions/merged.queries.ts';
import { outdatedPins } from '../mentions/outdated-pins.ts';
import { isNarrow, listChangedEntities, listPatternsAt } from '../mentions/rematch.ts';
import { inSnapshot, type Found } from './passages.ts';
import { atAnyRevision, findBy, findShown, keyed, listSeries } from './preview.ts';

/** Episodes mostly have few pins: that of their import, and those of publications. */
const MAX_PINS = 5;

/**
 * How many episodes with older patterns than those of `head` would have other mentions by these; null when too much has
 * changed to find out at once. When aborted, throws the signal's reason.
 */
export async function countMoved(pool: Pool, head: number, signal: AbortSignal): Promise<number | null> {
  return inSnapshot(pool, async (db) => {
    const outdated = await db.query<{ pin: number; version: number; episodes: string[] }>(
      ...native(
        sql('mentions_episode')
          .select({ pin: 'vocabulary_revision', version: 'matcher_version' })
          .select(sql.raw('array_agg(episode_uuid::text) as episodes'))
          .whereNotNull('version_id')
          .whereRaw('vocabulary_revision in (?)', [outdatedPins(head)])
          .groupBy('vocabulary_revision', 'matcher_version'),
      ),
    );
    if (outdated.length > MAX_PINS) return null;
    const to = { vocabularyRevision: head, matcherVersion: MATCHER_VERSION };
    const merged = await MergedEntities.load(db);
    let moved = 0;
    for (const { pin, version, episodes } of outdated) {
      const from = { vocabularyRevision: pin, matcherVersion: version };
      const entityIds = merged.related(await listChangedEntities(db, from, to));
      const patterns = (await listPatternsAt(db, entityIds, head)).map(atAnyRevision);
      if (!isNarrow(patterns)) return null;
      const own = new Set(episodes);
      const shown = (await findShown(db, entityIds)).filter(({ episode }) => own.has(episode));
      const found = (await findBy(db, entityIds, patterns, signal)).filter(({ episode }) => own.has(episode));
      const seriesOf = await listSeries(db, [...shown, ...found]);
      moved += new Set(differing(keyed(shown, merged, seriesOf), keyed(found, merged, seriesOf))).size;
      signal.throwIfAborted();
    }

    return moved;
  });
}

/** The episodes of what only one of them has. */
const differing = (before: ReadonlyMap<string, Found>, after: ReadonlyMap<string, Found>): string[] =>
  [...before, ...after].flatMap(([key, { episode }]) => (before.has(key) && after.has(key) ? [] : [episode]));

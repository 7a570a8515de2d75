import { isAnyOf, native, sql, type Query } from '../kit/query-builder.ts';
import type { Tables } from '../kit/tables.ts';
import { decide, type Decisions } from './decisions.ts';
import { inTranscriptOrder, neighboursIn, type NeighbourColumns } from './neighbours.ts';
import { occurrencesByEntity, type PinnedVocabulary } from './pinned-vocabulary.ts';

const PAGE_SEGMENTS = 5000;

interface SegmentRow extends NeighbourColumns {
  episode_uuid: string;
  segment_id: string;
  speaker_id: string | null;
  text: string;
  vocabulary_revision: number;
  matcher_version: number;
}

/** Segments of shown transcripts: all of some episodes, or some of them. */
export interface Scope {
  readonly episodes: readonly string[];
  /** Left out: all. */
  readonly segments?: readonly string[];
}

/** `segments` null: all segments of the episodes. `countMentions` updates the totals. */
export async function forgetMentions(
  tables: Tables,
  episodes: readonly string[],
  segments: readonly string[] | null,
): Promise<void> {
  await tables.query(
    ...native(
      sql('mentions_mention')
        .delete()
        .modify(isAnyOf('episode_uuid', episodes))
        .modify(isAnyOf('segment_id', segments)),
    ),
  );
}

/** Matches the shown transcripts of the scope (null: all) with their pins and people's decisions, a page of segments at a time. */
export async function findMentions(
  tables: Tables,
  vocabulary: PinnedVocabulary,
  decisions: ReadonlyMap<string, Decisions>,
  scope: Scope | null,
): Promise<void> {
  const [text, values] = native(textsIn(scope, vocabulary.matcher.hasContexts));
  await tables.query(`declare mentions_to_find no scroll cursor for ${text}`, values);
  const fetchPage = async () => tables.query<SegmentRow>(`fetch ${PAGE_SEGMENTS} from mentions_to_find`);
  let rows: SegmentRow[];
  let next = fetchPage();
  do {
    rows = await next;
    // Postgres writes the previous results and reads the next page while this page is matched.
    if (rows.length === PAGE_SEGMENTS) next = fetchPage();
    next.catch(() => undefined);
    for (const row of rows) {
      const found = occurrencesByEntity(vocabulary, row.text, pinOf(row), neighboursIn(row));
      const own = decisions.get(row.episode_uuid);
      for (const [entityId, spans] of own ? decide(found, row.text, own) : found)
        tables.insert('mentions_mention', {
          episode_uuid: row.episode_uuid,
          entity_id: entityId,
          segment_id: row.segment_id,
          speaker_id: row.speaker_id,
          spans,
        });
    }
  } while (rows.length === PAGE_SEGMENTS);
  await tables.query('close mentions_to_find');
}

const pinOf = (row: SegmentRow) => ({
  vocabularyRevision: row.vocabulary_revision,
  matcherVersion: row.matcher_version,
});

/** Neighbours are read, which costs a sort, only when a pattern has a context. */
function textsIn(scope: Scope | null, withNeighbours: boolean): Query {
  const texts = sql('mentions_all_episode as e')
    .join('mentions_segment as s', { 's.episode_uuid': 'e.episode_uuid', 's.version_id': 'e.version_id' })
    .select('s.episode_uuid', 's.segment_id', 's.speaker_id', 's.text', 'e.vocabulary_revision', 'e.matcher_version')
    .modify(isAnyOf('e.episode_uuid', scope?.episodes ?? null));
  const only = isAnyOf('s.segment_id', scope?.segments ?? null);
  if (!withNeighbours) return texts.modify(only);
  const window = inTranscriptOrder('s');
  texts.select(sql.raw('lag(s.text) over ? as before, lead(s.text) over ? as after', [window, window]));

  return sql(texts.as('s')).select('s.*').modify(only);
}

/** Writes the size of the shown transcripts of `episodes` (null: all). */
export async function measureTranscripts(tables: Tables, episodes: readonly string[] | null): Promise<void> {
  if (episodes?.length === 0) return;
  const lengths = sql('mentions_segment as s')
    .select('s.episode_uuid', 's.version_id', sql.raw('count(*) as segments, max(s.end_ms) as length_ms'))
    .modify(isAnyOf('s.episode_uuid', episodes))
    .groupBy('s.episode_uuid', 's.version_id');
  const measured = sql('mentions_all_episode as m')
    .leftJoin(lengths.as('l'), { 'l.episode_uuid': 'm.episode_uuid', 'l.version_id': 'm.version_id' })
    .select('m.episode_uuid', 'l.segments', 'l.length_ms')
    .modify(isAnyOf('m.episode_uuid', episodes));
  await tables.query(
    ...native(
      sql.raw(
        `update mentions_all_episode e set segments = coalesce(c.segments, 0), length_ms = coalesce(c.length_ms, 0)
         from ? c where c.episode_uuid = e.episode_uuid`,
        [measured],
      ),
    ),
  );
}

/** Counts the mentions of `episodes` (null: all) per entity, speaker and episode; none of those that were removed. */
export async function countMentions(tables: Tables, episodes: readonly string[] | null): Promise<void> {
  const run = async (query: Query) => tables.query(...native(query));
  const some = isAnyOf('m.episode_uuid', episodes);
  if (episodes !== null)
    for (const table of ['mentions_entity_episode', 'mentions_entity_speaker'])
      await run(sql(table).delete().modify(isAnyOf('episode_uuid', episodes)));

  // The view: without episodes that were removed.
  const byEpisode = sql('mentions_mention as m')
    .join('mentions_episode as e', 'e.episode_uuid', 'm.episode_uuid')
    .select('m.entity_id', 'm.episode_uuid', 'e.series_uuid', sql.raw('count(*)'))
    .modify(some)
    .groupBy('m.entity_id', 'm.episode_uuid', 'e.series_uuid');
  await run(
    sql.raw('insert into mentions_entity_episode (entity_id, episode_uuid, series_uuid, count) ?', [byEpisode]),
  );

  const bySpeaker = sql('mentions_mention as m')
    .join('mentions_episode as e', 'e.episode_uuid', 'm.episode_uuid')
    .select('m.entity_id', 'm.episode_uuid', 'm.speaker_id', sql.raw('count(*)'))
    .modify(some)
    .groupBy('m.entity_id', 'm.episode_uuid', 'm.speaker_id');
  await run(sql.raw('insert into mentions_entity_speaker (entity_id, episode_uuid, speaker_id, count) ?', [bySpeaker]));

  const totals = sql('mentions_entity_episode as m')
    .select('m.episode_uuid', sql.raw('sum(m.count)::integer as total'))
    .modify(some)
    .groupBy('m.episode_uuid');
  const counted = sql('mentions_all_episode as m')
    .leftJoin(totals.as('t'), 't.episode_uuid', 'm.episode_uuid')
    .select('m.episode_uuid', 't.total')
    .modify(some);
  await run(
    sql.raw(
      `update mentions_all_episode e set mentions = coalesce(c.total, 0)
       from ? c where c.episode_uuid = e.episode_uuid`,
      [counted],
    ),
  );

  const series = sql('mentions_all_episode as e')
    .select('e.series_uuid', sql.raw('sum(e.mentions)::integer as total'))
    .whereIn('e.series_uuid', sql('mentions_all_episode as m').select('m.series_uuid').modify(some))
    .groupBy('e.series_uuid');
  await run(
    sql.raw('update mentions_series s set mentions = t.total from ? t where t.series_uuid = s.series_uuid', [series]),
  );
}

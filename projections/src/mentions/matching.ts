import type { Tables } from '../kit/tables.ts';
import { decide, type Decisions } from './decisions.ts';
import { occurrencesByEntity, type PinnedVocabulary } from './pinned-vocabulary.ts';

const PAGE_SEGMENTS = 5000;

interface SegmentRow {
  episode_uuid: string;
  segment_id: string;
  speaker_id: string | null;
  text: string;
  vocabulary_revision: number;
}

/** Which segments of the shown transcripts: all of some episodes, or some of them. */
export interface Scope {
  readonly episodes: readonly string[];
  /** Left out: all. */
  readonly segments?: readonly string[];
}

/** `segments` null: all of the episodes. Totals are counted by `countMentions`. */
export async function forgetMentions(
  tables: Tables,
  episodes: readonly string[],
  segments: readonly string[] | null,
): Promise<void> {
  await tables.query(
    `delete from mentions_mention where episode_uuid = any($1) ${segments === null ? '' : 'and segment_id = any($2)'}`,
    segments === null ? [episodes] : [episodes, segments],
  );
}

/** Matches the shown transcripts of the scope (null: all), each by its pin and by what people decided, a page of segments at a time. */
export async function findMentions(
  tables: Tables,
  vocabulary: PinnedVocabulary,
  decisions: ReadonlyMap<string, Decisions>,
  scope: Scope | null,
): Promise<void> {
  await tables.query(
    `declare mentions_to_find no scroll cursor for
     select s.episode_uuid, s.segment_id, s.speaker_id, s.text, e.vocabulary_revision
     from mentions_episode e
     join mentions_segment s on s.episode_uuid = e.episode_uuid and s.version_id = e.version_id
     ${scope === null ? '' : `where e.episode_uuid = any(${quoted(scope.episodes)})`}
     ${scope?.segments === undefined ? '' : `and s.segment_id = any(${quoted(scope.segments)})`}`,
  );
  const fetchPage = async () => tables.query<SegmentRow>(`fetch ${PAGE_SEGMENTS} from mentions_to_find`);
  let rows: SegmentRow[];
  let next = fetchPage();
  do {
    rows = await next;
    // Postgres writes what was found and reads the next page while this one is matched.
    if (rows.length === PAGE_SEGMENTS) next = fetchPage();
    next.catch(() => undefined);
    for (const row of rows) {
      const found = occurrencesByEntity(vocabulary, row.text, row.vocabulary_revision);
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

/** `declare` takes no parameters. The uuids come from our own tables; this holds if that should ever change. */
const quoted = (uuids: readonly string[]): string =>
  `'{${uuids.map((uuid) => uuid.replace(/[^0-9a-f-]/gi, '')).join(',')}}'::uuid[]`;

/** Totals per entity, per speaker and per episode, of `episodes` (null: all) from the mentions found. */
export async function countMentions(tables: Tables, episodes: readonly string[] | null): Promise<void> {
  const [some, values] = episodes === null ? ['true', []] : ['m.episode_uuid = any($1)', [episodes]];
  if (episodes !== null)
    for (const table of ['mentions_entity_episode', 'mentions_entity_speaker'])
      await tables.query(`delete from ${table} where episode_uuid = any($1)`, values);
  await tables.query(
    `insert into mentions_entity_episode (entity_id, episode_uuid, series_uuid, count)
     select m.entity_id, m.episode_uuid, e.series_uuid, count(*)
     from mentions_mention m join mentions_episode e on e.episode_uuid = m.episode_uuid
     where ${some} group by m.entity_id, m.episode_uuid, e.series_uuid`,
    values,
  );
  await tables.query(
    `insert into mentions_entity_speaker (entity_id, episode_uuid, speaker_id, count)
     select m.entity_id, m.episode_uuid, m.speaker_id, count(*)
     from mentions_mention m where ${some} group by m.entity_id, m.episode_uuid, m.speaker_id`,
    values,
  );
  await tables.query(
    `update mentions_episode e
     set segments = coalesce(l.segments, 0), length_ms = coalesce(l.length_ms, 0), mentions = coalesce(t.total, 0)
     from mentions_episode m
     left join (
       select s.episode_uuid, s.version_id, count(*) as segments, max(s.end_ms) as length_ms
       from mentions_segment s where ${some.replace('m.', 's.')} group by s.episode_uuid, s.version_id
     ) l on l.episode_uuid = m.episode_uuid and l.version_id = m.version_id
     left join (
       select m.episode_uuid, sum(m.count)::integer as total
       from mentions_entity_episode m where ${some} group by m.episode_uuid
     ) t on t.episode_uuid = m.episode_uuid
     where m.episode_uuid = e.episode_uuid and ${some}`,
    values,
  );
  await tables.query(
    `update mentions_series s set mentions = t.total
     from (
       select e.series_uuid, sum(e.mentions)::integer as total from mentions_episode e
       where e.series_uuid in (select m.series_uuid from mentions_episode m where ${some}) group by e.series_uuid
     ) t
     where t.series_uuid = s.series_uuid`,
    values,
  );
}

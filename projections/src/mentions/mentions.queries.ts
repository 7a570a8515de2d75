import type { EntityView, MentionView } from '@earmark/contracts/mentions';
import { formatClock } from '@earmark/contracts/kit';
import { UNKNOWN_SPEAKER, type SegmentView } from '@earmark/contracts/transcripts';
import type { Knex } from 'knex';
import type { Db } from '../kit/db.ts';
import { native, sql } from '../kit/query-builder.ts';
import { byCount, mentionView } from './mention-view.ts';
import { redirectOf } from './merged.queries.ts';
import { isWholeWord, mergedNames } from './shown-entity.ts';

interface SegmentRow {
  id: string;
  startTime: number;
  endTime: number;
  speaker: string | null;
  text: string;
}

/** Segments of a version in their order. */
export async function listSegments(db: Db, episodeUuid: string, versionId: string): Promise<SegmentView[]> {
  const { rows } = await db.query<SegmentRow>(
    `select s.segment_id as id, s.start_ms as "startTime", s.end_ms as "endTime", p.name as speaker, s.text
     from read.mentions_segment s
     left join read.mentions_speaker p on p.version_id = s.version_id and p.speaker_id = s.speaker_id
     where s.episode_uuid = $1 and s.version_id = $2 order by s.order_key, s.segment_id`,
    [episodeUuid, versionId],
  );

  return rows.map((row) => ({
    ...row,
    speaker: row.speaker ?? UNKNOWN_SPEAKER,
    timeFormatted: formatClock(row.startTime),
  }));
}

interface MentionRow {
  entity_id: string;
  name: string;
  type: string;
  url: string | null;
  icon_name: string;
  color_class: string;
  slug: string;
  whole_word: boolean;
  merged: EntityView['merged'];
  segment_ids: string[];
  /** One integer array per segment, as text. */
  spans: string[];
}

/** The entities of each episode that were added by hand and do not occur in the text, which are listed with 0. */
export const addedByHand = (): Knex.Raw =>
  sql.raw(`
  select distinct d.episode_uuid, coalesce(r.shown_id, s.shown_id, d.entity_id) as entity_id
  from read.mentions_decision d
  left join read.mentions_shown_as s on s.episode_uuid = d.episode_uuid and s.entity_id = d.entity_id
  left join read.mentions_episode e on e.episode_uuid = d.episode_uuid
  left join lateral ${redirectOf('coalesce(s.shown_id, d.entity_id)', 'e.series_uuid', 'null', 'read.')} r on true
  where d.decision = 'added' and not exists (
    select 1 from read.mentions_mention x
    where x.episode_uuid = d.episode_uuid and x.entity_id = coalesce(r.shown_id, s.shown_id, d.entity_id)
  ) and not exists (
    select 1 from read.mentions_decision x
    where x.episode_uuid = d.episode_uuid and x.entity_id = coalesce(s.shown_id, d.entity_id) and x.decision = 'removed'
  )`);

/** The episode's entities with count, contexts and marks in `segments`, by count descending, then name. */
export async function listMentions(
  db: Db,
  episodeUuid: string,
  segments: readonly SegmentView[],
): Promise<MentionView[]> {
  const found = sql('read.mentions_mention')
    .select('entity_id')
    .select(sql.raw(`array_agg(segment_id::text) as segment_ids, array_agg(array_to_string(spans, ' ')) as spans`))
    .where('episode_uuid', episodeUuid)
    .groupBy('entity_id');
  const listed = sql(sql.raw('(?) as a', [addedByHand()]))
    .select('entity_id')
    .select(sql.raw(`'{}'::text[], '{}'::text[]`))
    .where('episode_uuid', episodeUuid);
  const query = sql(sql.raw('(? union all ?) as m', [found, listed]))
    .join('read.vocabulary_entity as n', 'n.entity_id', 'm.entity_id')
    .join('read.vocabulary_type as t', 't.entity_type_id', 'n.entity_type_id')
    .select('m.entity_id', 'n.name', 't.name as type', 'n.url', 't.icon_name', 't.color_class', 'n.slug')
    .select('m.segment_ids', 'm.spans')
    .select({ whole_word: sql.raw(isWholeWord('m.entity_id')), merged: sql.raw(mergedNames('m.entity_id')) });
  const { rows } = await db.query<MentionRow>(...native(query));
  const indexOf = new Map(segments.map((segment, index) => [segment.id, index]));
  const views = rows.map((row) => {
    const places = row.segment_ids
      .map((segmentId, place) => ({ index: indexOf.get(segmentId), spans: row.spans[place]!.split(' ').map(Number) }))
      .filter((place): place is { index: number; spans: number[] } => place.index !== undefined);

    return mentionView(
      {
        id: row.entity_id,
        name: row.name,
        type: row.type,
        url: row.url,
        iconName: row.icon_name,
        colorClass: row.color_class,
        wholeWord: row.whole_word,
        slug: row.slug,
        merged: row.merged,
      },
      places,
      segments,
    );
  });

  return views.sort(byCount);
}

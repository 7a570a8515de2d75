import { formatClock } from '@earmark/contracts/kit';
import type { PassageView } from '@earmark/contracts/mentions';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';
import { isAnyOf, native, sql } from '../kit/query-builder.ts';

const PAGE = 50;

/** Position of a passage among all of an entity's, newest episode first. */
export interface PassagePlace {
  /** ISO UTC; null: unknown, after all others. */
  readonly publishedAt: string | null;
  readonly episodeUuid: string;
  readonly orderKey: string;
  readonly segmentId: string;
}

interface PassageRow extends Omit<PassageView, 'publishedAt' | 'timeFormatted' | 'speaker'> {
  publishedAt: Date | null;
  speaker: string | null;
  orderKey: string;
}

/** Passages after `after` (null: from the start), 50 a page; `last` is where the page ends, null on the last page. */
export async function listPassages(
  db: Db,
  entityId: string,
  seriesUuid: string | null,
  after: PassagePlace | null,
): Promise<{ passages: PassageView[]; last: PassagePlace | null }> {
  // Each episode has at least one passage, so this many suffice for a page and the first passage after it.
  const query = sql('read.mentions_entity_episode as m')
    .join('read.catalogue_episode as e', 'e.episode_uuid', 'm.episode_uuid')
    .select('m.episode_uuid as uuid', 'm.count')
    .where('m.entity_id', entityId)
    .orderByRaw(NEWEST_FIRST)
    .limit(PAGE + 2);
  if (seriesUuid !== null) query.where('m.series_uuid', seriesUuid);
  if (after !== null)
    query.whereRaw(
      `((coalesce(e.published_at, '-infinity'), e.episode_uuid) < (coalesce(?::timestamptz, '-infinity'), ?::uuid)
        or e.episode_uuid = ?::uuid)`,
      [after.publishedAt, after.episodeUuid, after.episodeUuid],
    );
  const episodes = await db.query<{ uuid: string; count: number }>(...native(query));
  const needed: string[] = [];
  let sum = 0;
  for (const { uuid, count } of episodes.rows) {
    if (sum > PAGE) break;
    needed.push(uuid);
    // It is unknown how much is left of the episode where the previous page ended.
    if (uuid !== after?.episodeUuid) sum += count;
  }
  const passages = passagesOf(entityId)
    .modify(isAnyOf('m.episode_uuid', needed))
    .orderByRaw(`${NEWEST_FIRST}, s.order_key, s.segment_id`)
    .limit(PAGE + 1);
  if (after !== null)
    passages.whereRaw('(m.episode_uuid <> ?::uuid or (s.order_key, s.segment_id) > (?::text collate "C", ?::uuid))', [
      after.episodeUuid,
      after.orderKey,
      after.segmentId,
    ]);
  const { rows } = await db.query<PassageRow>(...native(passages));
  const page = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? page.at(-1) : undefined;

  return {
    passages: page.map(passageView),
    last: end
      ? {
          publishedAt: end.publishedAt?.toISOString() ?? null,
          episodeUuid: end.episodeUuid,
          orderKey: end.orderKey,
          segmentId: end.segmentId,
        }
      : null,
  };
}

/** The first or last passage of dated episodes, by publication, then position in the transcript; null when there is none. */
export async function findOutermostPassage(
  db: Db,
  entityId: string,
  which: 'first' | 'last',
): Promise<PassageView | null> {
  const direction = which === 'first' ? 'asc' : 'desc';
  const episode = sql('read.mentions_entity_episode as n')
    .join('read.catalogue_episode as d', 'd.episode_uuid', 'n.episode_uuid')
    .select('n.episode_uuid')
    .where('n.entity_id', entityId)
    .whereNotNull('d.published_at')
    .orderBy([
      { column: 'd.published_at', order: direction },
      { column: 'd.episode_uuid', order: direction },
    ])
    .limit(1);
  const passage = passagesOf(entityId)
    .where('m.episode_uuid', episode)
    .orderBy([
      { column: 's.order_key', order: direction },
      { column: 's.segment_id', order: direction },
    ])
    .limit(1);
  const { rows } = await db.query<PassageRow>(...native(passage));

  return rows[0] ? passageView(rows[0]) : null;
}

const NEWEST_FIRST = `coalesce(e.published_at, '-infinity') desc, e.episode_uuid desc`;

const passagesOf = (entityId: string) =>
  sql('read.mentions_mention as m')
    .join('read.mentions_episode as n', 'n.episode_uuid', 'm.episode_uuid')
    .join('read.mentions_segment as s', {
      's.episode_uuid': 'm.episode_uuid',
      's.version_id': 'n.version_id',
      's.segment_id': 'm.segment_id',
    })
    .leftJoin('read.mentions_speaker as k', { 'k.version_id': 's.version_id', 'k.speaker_id': 's.speaker_id' })
    .join('read.catalogue_episode as e', 'e.episode_uuid', 'm.episode_uuid')
    .join('read.catalogue_series as p', 'p.series_uuid', 'e.series_uuid')
    .select({
      episodeUuid: 'e.episode_uuid',
      episodeTitle: 'e.title',
      episodeSlug: 'e.slug',
      podcastName: 'p.name',
      podcastSlug: 'p.slug',
      audioUrl: 'e.audio_url',
      imageUrl: sql.raw('coalesce(e.image_url, p.image_url)'),
      publishedAt: 'e.published_at',
      segmentId: 's.segment_id',
      startMs: 's.start_ms',
      endMs: 's.end_ms',
      speaker: 'k.name',
      text: 's.text',
      marks: 'm.spans',
      orderKey: 's.order_key',
    })
    .where('m.entity_id', entityId);

function passageView({ orderKey: _place, ...row }: PassageRow): PassageView {
  return {
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    timeFormatted: formatClock(row.startMs),
    speaker: row.speaker ?? UNKNOWN_SPEAKER,
  };
}

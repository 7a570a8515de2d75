import { formatClock } from '@earmark/contracts/kit';
import type { PassageView } from '@earmark/contracts/mentions';
import { UNKNOWN_SPEAKER } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';

const PAGE = 50;

/** The place of a passage among all of an entity's, newest episode first. */
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

/** Passages after `after` (null: from the beginning), 50 a page; `last` is where the page ends, null when it is the last one. */
export async function listPassages(
  db: Db,
  entityId: string,
  seriesUuid: string | null,
  after: PassagePlace | null,
): Promise<{ passages: PassageView[]; last: PassagePlace | null }> {
  // Each has a passage at least: so many are enough for a page and the first one after it.
  const episodes = await db.query<{ uuid: string; count: number }>(
    `select m.episode_uuid as uuid, m.count
     from read.mentions_entity_episode m join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
     where m.entity_id = $1 and ($2::uuid is null or m.series_uuid = $2::uuid)
       and ($3::uuid is null
         or (coalesce(e.published_at, '-infinity'), e.episode_uuid) < (coalesce($4::timestamptz, '-infinity'), $3::uuid)
         or e.episode_uuid = $3::uuid)
     order by coalesce(e.published_at, '-infinity') desc, e.episode_uuid desc limit ${PAGE + 2}`,
    [entityId, seriesUuid, after?.episodeUuid ?? null, after?.publishedAt ?? null],
  );
  const needed: string[] = [];
  let sum = 0;
  for (const { uuid, count } of episodes.rows) {
    if (sum > PAGE) break;
    needed.push(uuid);
    // Of the episode where the page before ended nobody knows how much is left.
    if (uuid !== after?.episodeUuid) sum += count;
  }
  const rows = await passageRows(
    db,
    `m.entity_id = $1 and m.episode_uuid = any($2)
       and ($3::uuid is null or m.episode_uuid <> $3::uuid or (s.order_key, s.segment_id) > ($4::text collate "C", $5::uuid))`,
    `coalesce(e.published_at, '-infinity') desc, e.episode_uuid desc, s.order_key, s.segment_id limit ${PAGE + 1}`,
    [entityId, needed, after?.episodeUuid ?? null, after?.orderKey ?? null, after?.segmentId ?? null],
  );
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

/** The first or last passage of dated episodes, by time of publication, then place in the transcript; null without one. */
export async function findOutermostPassage(
  db: Db,
  entityId: string,
  which: 'first' | 'last',
): Promise<PassageView | null> {
  const direction = which === 'first' ? 'asc' : 'desc';
  const [row] = await passageRows(
    db,
    `m.entity_id = $1 and m.episode_uuid = (
       select n.episode_uuid
       from read.mentions_entity_episode n join read.catalogue_episode d on d.episode_uuid = n.episode_uuid
       where n.entity_id = $1 and d.published_at is not null
       order by d.published_at ${direction}, d.episode_uuid ${direction} limit 1)`,
    `s.order_key ${direction}, s.segment_id ${direction} limit 1`,
    [entityId],
  );

  return row ? passageView(row) : null;
}

async function passageRows(db: Db, where: string, order: string, values: readonly unknown[]): Promise<PassageRow[]> {
  const { rows } = await db.query<PassageRow>(
    `select e.episode_uuid as "episodeUuid", e.title as "episodeTitle", e.slug as "episodeSlug",
       p.name as "podcastName", p.slug as "podcastSlug", e.audio_url as "audioUrl",
       coalesce(e.image_url, p.image_url) as "imageUrl", e.published_at as "publishedAt", s.segment_id as "segmentId",
       s.start_ms as "startMs", s.end_ms as "endMs", k.name as speaker, s.text, m.spans as marks,
       s.order_key as "orderKey"
     from read.mentions_mention m
     join read.mentions_episode n on n.episode_uuid = m.episode_uuid
     join read.mentions_segment s
       on s.episode_uuid = m.episode_uuid and s.version_id = n.version_id and s.segment_id = m.segment_id
     left join read.mentions_speaker k on k.version_id = s.version_id and k.speaker_id = s.speaker_id
     join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
     join read.catalogue_series p on p.series_uuid = e.series_uuid
     where ${where} order by ${order}`,
    [...values],
  );

  return rows;
}

function passageView({ orderKey: _place, ...row }: PassageRow): PassageView {
  return {
    ...row,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    timeFormatted: formatClock(row.startMs),
    speaker: row.speaker ?? UNKNOWN_SPEAKER,
  };
}

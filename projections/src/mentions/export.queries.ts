import type { Db } from '../kit/db.ts';
import { READ_SCHEMA } from '../kit/checkpoints.ts';

/** The last event in the tables of transcripts and mentions, and so in an export. Null when they are empty. */
export interface ExportPlace {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
}

export async function findExportPlace(db: Db): Promise<ExportPlace | null> {
  const { rows } = await db.query<Omit<ExportPlace, 'position'> & { position: string }>(
    `select p.position::text, p.last_stream as stream, p.last_revision as revision, p.last_event_id as "eventId"
     from ${READ_SCHEMA}.projection p where p.name = 'mentions' and p.last_event_id is not null`,
  );

  return rows[0] ? { ...rows[0], position: BigInt(rows[0].position) } : null;
}

/** An episode with a transcript. */
export interface ExportEpisode {
  readonly podcastUuid: string;
  readonly podcastName: string;
  readonly podcastSlug: string;
  readonly episodeUuid: string;
  readonly episodeTitle: string;
  readonly episodeSlug: string;
  readonly publishedAt: Date | null;
  readonly versionId: string;
  /** The pin with which its entities are found. */
  readonly vocabularyRevision: number;
  readonly matcherVersion: number;
}

const FETCH = 100;

/** Null: any. */
export interface ExportScope {
  readonly seriesUuid: string | null;
  readonly episodeUuid: string | null;
  /** Only episodes that mention it. */
  readonly entityId: string | null;
}

/** Episodes with a transcript by podcast, oldest first. `db` is a connection inside a transaction, which holds the cursor. */
export async function* exportEpisodes(
  db: Db,
  { seriesUuid, episodeUuid, entityId }: ExportScope,
): AsyncGenerator<ExportEpisode> {
  await db.query(
    `declare export_episodes no scroll cursor for
     select s.series_uuid as "podcastUuid", s.name as "podcastName", s.slug as "podcastSlug",
       e.episode_uuid as "episodeUuid", e.title as "episodeTitle", e.slug as "episodeSlug",
       e.published_at as "publishedAt", m.version_id as "versionId",
       m.vocabulary_revision as "vocabularyRevision", m.matcher_version as "matcherVersion"
     from read.mentions_episode m
     join read.catalogue_episode e on e.episode_uuid = m.episode_uuid
     join read.catalogue_series s on s.series_uuid = e.series_uuid
     where m.segments > 0 and ($1::uuid is null or e.series_uuid = $1::uuid)
       and ($2::uuid is null or e.episode_uuid = $2::uuid)
       and ($3::uuid is null or exists (
         select 1 from read.mentions_entity_episode n where n.episode_uuid = m.episode_uuid and n.entity_id = $3::uuid))
     order by s.name, s.series_uuid, e.published_at nulls last, e.title, e.episode_uuid`,
    [seriesUuid, episodeUuid, entityId],
  );
  for (;;) {
    const { rows } = await db.query<ExportEpisode>(`fetch ${FETCH} from export_episodes`);
    yield* rows;
    if (rows.length < FETCH) break;
  }
  await db.query('close export_episodes');
}

import type { MentionView } from '@earmark/contracts/mentions';
import type { SegmentView } from '@earmark/contracts/transcripts';
import type { EventLog } from '@earmark/projections/event-log';
import {
  exportEpisodes,
  findEntity,
  findEpisode,
  listMentions,
  listSegments,
  type ExportEpisode,
} from '@earmark/projections/queries';
import type { Pool, PoolClient } from 'pg';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import { allowDownload } from '../kit/download.ts';
import { Rejected } from '../kit/rejected.ts';
import { atOneMoment } from '../kit/snapshot.ts';
import { readStamp, type ExportStamp } from './export-stamp.ts';

/** Slug or uuid; null for all. */
export interface ExportFilter {
  readonly podcast: string | null;
  /** An episode of the podcast. */
  readonly episode?: string;
  readonly entity: string | null;
}

/** The data of an export, all as of one event. */
export interface ExportSource {
  readonly stamp: ExportStamp | null;
  readonly filter: ExportFilter;
  /** Aborted when the database ends the connection, as it does for a reader that is too slow. */
  readonly lost: AbortSignal;
  episodes(): AsyncGenerator<ExportEpisode>;
  segments(episode: ExportEpisode): Promise<SegmentView[]>;
  /** The mentions as on the episode's page, limited to the requested entity if there is one. */
  mentions(episode: ExportEpisode, segments: readonly SegmentView[]): Promise<MentionView[]>;
}

/** Throws Rejected for a podcast, episode or entity that is unknown or was removed. */
export async function exportAtOneMoment<Result>(
  { pool, log }: { pool: Pool; log: EventLog },
  filter: ExportFilter,
  write: (source: ExportSource) => Promise<Result>,
): Promise<Result> {
  return atOneMoment(pool, async (db, lost) => {
    await allowDownload(db);
    const seriesUuid = await seriesOf(db, filter.podcast);
    const episodeUuid = await episodeOf(db, seriesUuid, filter.episode ?? null);
    const entityId = await entityOf(db, filter.entity);

    return write({
      stamp: await readStamp(db, log),
      filter,
      lost,
      episodes: () => exportEpisodes(db, { seriesUuid, episodeUuid, entityId }),
      segments: async ({ episodeUuid, versionId }) => listSegments(db, episodeUuid, versionId),
      mentions: async ({ episodeUuid }, segments) =>
        (await listMentions(db, episodeUuid, segments)).filter(
          ({ entity }) => entityId === null || entity.id === entityId,
        ),
    });
  });
}

async function seriesOf(db: PoolClient, podcast: string | null): Promise<string | null> {
  if (podcast === null) return null;
  return (await getPodcast(db, podcast)).uuid;
}

async function episodeOf(db: PoolClient, seriesUuid: string | null, episode: string | null): Promise<string | null> {
  if (episode === null) return null;
  const found = await findEpisode(db, seriesUuid, episode);
  if (!found) {
    const podcast = seriesUuid === null ? null : { uuid: seriesUuid };
    throw await missingEpisode(db, podcast, episode, `The podcast has no episode "${episode.slice(0, 100)}".`);
  }

  return found.episode.uuid;
}

async function entityOf(db: PoolClient, slug: string | null): Promise<string | null> {
  if (slug === null) return null;
  const found = await findEntity(db, slug);
  if (!found) throw new Rejected('entity-unknown', `There is no entity "${slug.slice(0, 100)}".`);

  return found.id;
}

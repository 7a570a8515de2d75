import { findEntity, findEpisode, findPodcast } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { descriptionOf, type StoredEvent } from './descriptions/index.ts';

/** The page that shows what an event changed, and whose it is. */
export interface Place {
  readonly link: string | null;
  readonly podcastUuid: string | null;
  readonly episodeUuid: string | null;
  readonly episode: string | null;
  readonly podcast: string | null;
}

const NOWHERE: Place = { link: null, podcastUuid: null, episodeUuid: null, episode: null, podcast: null };

export async function placeOf(pool: Pool, stream: string, event: StoredEvent): Promise<Place> {
  const [, category, id] = /^(\w+)-(.*)$/.exec(stream)!;
  switch (category) {
    case 'series': {
      const podcast = await findPodcast(pool, id!);
      const link = podcast && `/podcasts/${encodeURIComponent(podcast.slug)}`;
      return { ...NOWHERE, link, podcastUuid: id!, podcast: podcast?.name ?? null };
    }
    case 'episode':
    case 'transcript':
    case 'entities':
      return ofEpisode(pool, id!);
    case 'vocabulary': {
      const [entityId] = descriptionOf(event).entityIds?.(event.data) ?? [];
      const entity = entityId === undefined ? null : await findEntity(pool, entityId);
      return { ...NOWHERE, link: entity && `/entities/${encodeURIComponent(entity.slug)}` };
    }
    default:
      return NOWHERE;
  }
}

async function ofEpisode(pool: Pool, episodeUuid: string): Promise<Place> {
  const found = await findEpisode(pool, null, episodeUuid);
  const podcast = found && (await findPodcast(pool, found.episode.podcastId));

  return {
    link: found && podcast && `/podcasts/${encodeURIComponent(podcast.slug)}/${encodeURIComponent(found.episode.slug)}`,
    podcastUuid: found?.episode.podcastId ?? null,
    episodeUuid,
    episode: found?.episode.title ?? 'unknown',
    podcast: podcast?.name ?? null,
  };
}

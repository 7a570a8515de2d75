import { findEntity, findEpisode, findPodcast } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import type { StoredEvent } from '../kit/history/event-history.ts';
import { featureOf, historyOf } from './histories.ts';
import { idOf } from './reverting.ts';

/** The page that shows what an event changed, with its podcast and episode. */
export interface Place {
  readonly link: string | null;
  readonly podcastUuid: string | null;
  readonly episodeUuid: string | null;
  readonly episode: string | null;
  readonly podcast: string | null;
}

const NOWHERE: Place = { link: null, podcastUuid: null, episodeUuid: null, episode: null, podcast: null };

export async function placeOf(pool: Pool, stream: string, event: StoredEvent): Promise<Place> {
  switch (featureOf(stream)?.subject) {
    case 'podcast':
      return ofPodcast(pool, idOf(stream));
    case 'episode':
      return ofEpisode(pool, idOf(stream));
    case 'entity': {
      const [entityId] = historyOf(event).entityIds?.(event.data) ?? [];
      const entity = entityId === undefined ? null : await findEntity(pool, entityId);
      return { ...NOWHERE, link: entity && `/entities/${encodeURIComponent(entity.slug)}` };
    }
    case null:
    case undefined:
      return NOWHERE;
  }
}

async function ofPodcast(pool: Pool, podcastUuid: string): Promise<Place> {
  const podcast = await findPodcast(pool, podcastUuid);
  const link = podcast && `/podcasts/${encodeURIComponent(podcast.slug)}`;

  return { ...NOWHERE, link, podcastUuid, podcast: podcast?.name ?? null };
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

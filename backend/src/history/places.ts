import { listPlaces, type Db } from '@earmark/projections/queries';
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
  /** It was removed, so that it has no page, and nothing about it can be undone but its removal. */
  readonly isRemoved: boolean;
}

export type Subject = { readonly kind: 'podcast' | 'episode' | 'entity'; readonly id: string };

export const NOWHERE: Place = {
  link: null,
  podcastUuid: null,
  episodeUuid: null,
  episode: null,
  podcast: null,
  isRemoved: false,
};

/** What the event is about; null for an event about nothing that has a page. */
export function subjectOf(stream: string, event: StoredEvent): Subject | null {
  const feature = featureOf(stream);
  if (feature?.episodeOf) return { kind: 'episode', id: feature.episodeOf(event.data) };
  const kind = feature?.subject ?? null;
  if (kind === null) return null;
  if (kind !== 'entity') return { kind, id: idOf(stream) };
  const [id] = historyOf(event).entityIds?.(event.data) ?? [];

  return id === undefined ? null : { kind, id };
}

/** In the order of the subjects. */
export async function placesOf(db: Db, subjects: readonly Subject[]): Promise<Place[]> {
  const idsOf = (kind: Subject['kind']) => subjects.filter((one) => one.kind === kind).map(({ id }) => id);
  const { podcasts, episodes, entities } = await listPlaces(db, {
    podcasts: idsOf('podcast'),
    episodes: idsOf('episode'),
    entities: idsOf('entity'),
  });

  return subjects.map(({ kind, id }): Place => {
    switch (kind) {
      case 'podcast': {
        const found = podcasts.get(id);
        return {
          ...NOWHERE,
          link: found && !found.isRemoved ? linkOf('podcasts', found.slug) : null,
          podcastUuid: id,
          podcast: found?.name ?? null,
          isRemoved: found?.isRemoved ?? false,
        };
      }
      case 'episode': {
        const found = episodes.get(id);
        return {
          link: found && !found.isRemoved ? linkOf('podcasts', found.podcastSlug, found.slug) : null,
          podcastUuid: found?.podcastUuid ?? null,
          episodeUuid: id,
          episode: found?.title ?? 'unknown',
          podcast: found?.podcast ?? null,
          isRemoved: found?.isRemoved ?? false,
        };
      }
      case 'entity': {
        const slug = entities.get(id);
        return { ...NOWHERE, link: slug === undefined ? null : linkOf('entities', slug) };
      }
    }
  });
}

const linkOf = (...parts: readonly string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

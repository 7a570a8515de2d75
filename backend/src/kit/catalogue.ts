import type { PodcastView } from '@earmark/contracts/series';
import { findPodcast, findRemovedEpisode, findRemovedPodcast, type Db } from '@earmark/projections/queries';
import { quoted, Rejected } from './rejected.ts';
import { removed } from './removals.ts';

/** By slug (any case) or uuid. Throws Rejected: series-unknown, series-removed. */
export async function getPodcast(db: Db, slugOrUuid: string): Promise<PodcastView> {
  const found = await findPodcast(db, slugOrUuid);
  if (found) return found;
  const name = await findRemovedPodcast(db, slugOrUuid);

  throw name === null
    ? new Rejected('series-unknown', `There is no podcast ${quoted(slugOrUuid)}.`)
    : removed('series', name);
}

/**
 * Why an episode of the podcast (null: of any) was not found: it was removed, by itself or with its podcast, or is
 * `unknown`.
 */
export async function missingEpisode(
  db: Db,
  podcast: { readonly uuid: string } | null,
  slugOrUuid: string,
  unknown: string,
): Promise<Rejected> {
  const gone = await findRemovedEpisode(db, podcast?.uuid ?? null, slugOrUuid);
  if (gone === null) return new Rejected('episode-unknown', unknown);

  return gone.withPodcast === null ? removed('episode', gone.title) : removed('series', gone.withPodcast);
}

import { EpisodeUuid } from '@earmark/contracts/episodes';
import { isUuid } from '@earmark/contracts/kit';
import { findEpisode, findKnownSeries } from '@earmark/projections/queries';
import type { Pool } from 'pg';
import { getPodcast, missingEpisode } from '../kit/catalogue.ts';
import { quoted, Rejected } from '../kit/rejected.ts';

/** What somebody means by the name of an episode or of a podcast. */
export type Named = { readonly episodeUuid: EpisodeUuid } | { readonly seriesUuid: string };

/** An episode by its uuid or as podcast/episode; a podcast by its slug, uuid or feed. Throws Rejected for anything else. */
export async function findNamed(pool: Pool, named: string): Promise<Named> {
  const [podcast = '', episode, ...more] = /^https?:\/\//i.test(named) ? [named] : named.split('/');
  if (more.length > 0) throw new Rejected('episode-unknown', `There is no episode ${quoted(named)}.`);
  if (episode !== undefined)
    return { episodeUuid: await episodeIn(pool, (await getPodcast(pool, podcast)).uuid, episode) };
  if (isUuid(named) && (await findEpisode(pool, null, named)) !== null)
    return { episodeUuid: EpisodeUuid.parse(named.toLowerCase()) };
  const known = podcast === named && /^https?:/i.test(named) ? await findKnownSeries(pool, null, named) : null;

  return { seriesUuid: (await getPodcast(pool, known?.seriesUuid ?? named)).uuid };
}

async function episodeIn(pool: Pool, seriesUuid: string, slugOrUuid: string): Promise<EpisodeUuid> {
  const found = await findEpisode(pool, seriesUuid, slugOrUuid);
  if (found === null) {
    const sentence = `There is no episode ${quoted(slugOrUuid)}.`;
    throw await missingEpisode(pool, { uuid: seriesUuid }, slugOrUuid, sentence);
  }

  return EpisodeUuid.parse(found.episode.uuid);
}

import type { PassageView } from '@earmark/contracts/mentions';
import { formatMoment } from '@earmark/contracts/kit';

type Place = Pick<PassageView, 'podcastSlug' | 'episodeSlug' | 'startMs'>;

/** Address of the passage in its episode, with the entity marked. */
export function passageLink(passage: Place, entityName: string): string {
  const { podcastSlug, episodeSlug, startMs } = passage;
  const params = new URLSearchParams({ t: formatMoment(startMs), entity: entityName });

  return `/podcasts/${encodeURIComponent(podcastSlug)}/${encodeURIComponent(episodeSlug)}?${params}`;
}

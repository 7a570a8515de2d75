import { feedUuid } from '@earmark/contracts/kit';
import { z } from 'zod';
import { Text, Whole } from './answer-fields.ts';
import { appleGenres } from '../feeds/apple-categories.ts';
import { titleOf } from '../feeds/feed-items.ts';
import { webAddress } from '../feeds/web-address.ts';
import type { FoundSeries } from './directory-provider.ts';

export const ItunesShow = z.object({
  wrapperType: Text,
  kind: Text,
  collectionId: Whole,
  trackId: Whole,
  artistName: Text,
  collectionName: Text,
  trackName: Text,
  collectionViewUrl: Text,
  feedUrl: Text,
  artworkUrl100: Text,
  artworkUrl600: Text,
  releaseDate: Text,
  trackExplicitness: Text,
  trackCount: Whole,
  genres: z.array(z.string()).nullish(),
});
export type ItunesShow = z.infer<typeof ItunesShow>;

export const ItunesAnswer = z.object({ results: z.array(ItunesShow) });

/** Null for a show without feed: there is nothing that could be added. */
export function seriesOfItunes(show: ItunesShow): FoundSeries | null {
  const feedUrl = webAddress(show.feedUrl, null);
  if (feedUrl === null) return null;
  const itunesId = show.collectionId ?? show.trackId ?? null;
  const released = Date.parse(show.releaseDate ?? '');

  return {
    uuid: feedUuid(feedUrl),
    provider: 'itunes',
    externalId: itunesId === null ? null : String(itunesId),
    feedUrl,
    itunesId,
    name: titleOf(show.collectionName ?? show.trackName ?? null) ?? 'Untitled podcast',
    author: titleOf(show.artistName ?? null),
    // The feed has one, and its language.
    description: null,
    imageUrl: webAddress(show.artworkUrl600 ?? show.artworkUrl100, null),
    episodeCount: show.trackCount ?? null,
    language: null,
    explicit: show.trackExplicitness === 'explicit',
    categories: appleGenres(show.genres ?? []),
    websiteUrl: webAddress(show.collectionViewUrl, null),
    newestAt: Number.isNaN(released) ? null : Math.floor(released / 1000),
  };
}

import { feedUuid, isUuid, uuidFrom } from '@earmark/contracts/kit';
import { z } from 'zod';
import { Flag, Text, Whole } from './answer-fields.ts';
import { longestDescription, primaryLanguage, titleOf } from '../feeds/feed-items.ts';
import { webAddress } from '../feeds/web-address.ts';
import type { FoundEpisode, FoundSeries } from './directory-provider.ts';

export const PodcastIndexFeed = z.object({
  id: z.number().int(),
  podcastGuid: Text,
  title: Text,
  url: z.string(),
  link: Text,
  description: Text,
  author: Text,
  ownerName: Text,
  image: Text,
  artwork: Text,
  itunesId: Whole,
  language: Text,
  explicit: Flag,
  episodeCount: Whole,
  newestItemPubdate: Whole,
});
export type PodcastIndexFeed = z.infer<typeof PodcastIndexFeed>;

export const PodcastIndexItem = z.object({
  id: z.number().int(),
  title: Text,
  description: Text,
  guid: Text,
  datePublished: Whole,
  enclosureUrl: Text,
  duration: Whole,
  image: Text,
  transcriptUrl: Text,
  transcripts: z.array(z.object({ url: z.string(), type: Text })).nullish(),
  persons: z.array(z.object({ name: Text, role: Text })).nullish(),
});
export type PodcastIndexItem = z.infer<typeof PodcastIndexItem>;

export const PodcastIndexSearch = z.object({ feeds: z.array(PodcastIndexFeed) });
/** An empty list stands for no feed. */
export const PodcastIndexPodcast = z.object({ feed: z.union([PodcastIndexFeed, z.array(z.unknown())]) });
export const PodcastIndexItems = z.object({ items: z.array(PodcastIndexItem) });

export function seriesOfPodcastIndex(feed: PodcastIndexFeed): FoundSeries {
  const guid = feed.podcastGuid?.trim().toLowerCase() ?? '';

  return {
    uuid: isUuid(guid) ? guid : feedUuid(feed.url),
    provider: 'podcastindex',
    externalId: String(feed.id),
    feedUrl: webAddress(feed.url, null),
    itunesId: feed.itunesId ?? null,
    name: titleOf(feed.title ?? null) ?? 'Untitled podcast',
    author: titleOf(feed.author || feed.ownerName || null),
    description: longestDescription([feed.description ?? ''], null),
    imageUrl: webAddress(feed.artwork || feed.image, null),
    episodeCount: feed.episodeCount ?? null,
    language: primaryLanguage(feed.language ?? null),
    explicit: feed.explicit ?? false,
    // Single words without their parents; the feed has the categories.
    categories: [],
    websiteUrl: webAddress(feed.link, null),
    newestAt: feed.newestItemPubdate || null,
  };
}

export const episodeOfPodcastIndex = (item: PodcastIndexItem, seriesUuid: string): FoundEpisode => ({
  uuid: uuidFrom(seriesUuid, item.guid?.trim() || (item.enclosureUrl ?? String(item.id)).replace(/[?#].*$/s, '')),
  guid: item.guid ?? null,
  name: titleOf(item.title ?? null) ?? 'Untitled episode',
  description: longestDescription([item.description ?? ''], null),
  imageUrl: webAddress(item.image, null),
  datePublished: item.datePublished || null,
  audioUrl: webAddress(item.enclosureUrl, null),
  durationSeconds: item.duration || null,
  transcripts: transcriptsOf(item),
  persons: (item.persons ?? []).flatMap(({ name, role }) =>
    name ? [{ name, role: role?.toLowerCase() || 'host' }] : [],
  ),
});

function transcriptsOf({ transcriptUrl, transcripts }: PodcastIndexItem): FoundEpisode['transcripts'] {
  const listed = (transcripts ?? []).map(({ url, type }) => ({ url, type: type ?? null, language: null }));
  const isListed = !transcriptUrl || listed.some(({ url }) => url === transcriptUrl);

  const all = isListed ? listed : [...listed, { url: transcriptUrl, type: null, language: null }];

  return all.filter(({ url }) => webAddress(url, null) === url);
}

import { z } from 'zod';
import { Flag, Text, Whole } from './answer-fields.ts';
import { longestDescription, primaryLanguage, titleOf } from '../feeds/feed-items.ts';
import { webAddress } from '../feeds/web-address.ts';
import { languageCode } from './language-code.ts';
import type { FoundEpisode, FoundSeries } from './directory-provider.ts';

export const TADDY_SERIES_FIELDS =
  'uuid name authorName description(shouldStripHtmlTags: true) imageUrl totalEpisodesCount language isExplicitContent genres websiteUrl rssUrl itunesId itunesInfo { publisherName baseArtworkUrlOf(size: 640) }';
export const TADDY_EPISODE_FIELDS =
  'uuid guid name description imageUrl datePublished audioUrl videoUrl duration isBlocked transcriptUrls transcriptUrlsWithDetails { url type language } persons { name role }';

export const TaddySeries = z.object({
  uuid: z.guid().toLowerCase(),
  name: Text,
  authorName: Text,
  description: Text,
  imageUrl: Text,
  totalEpisodesCount: Whole,
  language: Text,
  isExplicitContent: Flag,
  genres: z.array(z.string()).nullish(),
  websiteUrl: Text,
  rssUrl: Text,
  itunesId: Whole,
  itunesInfo: z.object({ publisherName: Text, baseArtworkUrlOf: Text }).nullish(),
});
export type TaddySeries = z.infer<typeof TaddySeries>;

export const TaddyEpisode = z.object({
  uuid: z.guid().toLowerCase(),
  guid: Text,
  name: Text,
  description: Text,
  imageUrl: Text,
  datePublished: Whole,
  audioUrl: Text,
  videoUrl: Text,
  duration: Whole,
  isBlocked: Flag,
  transcriptUrls: z.array(z.string()).nullish(),
  transcriptUrlsWithDetails: z.array(z.object({ url: Text, type: Text, language: Text })).nullish(),
  persons: z.array(z.object({ name: Text, role: Text })).nullish(),
});
export type TaddyEpisode = z.infer<typeof TaddyEpisode>;

/** Errors come with status 200; the code may be nested. */
export const TaddyErrors = z.array(
  z.object({
    code: Text,
    extensions: z.object({ code: Text }).nullish(),
  }),
);

export const seriesOfTaddy = (series: TaddySeries): FoundSeries => ({
  uuid: series.uuid,
  provider: 'taddy',
  externalId: series.uuid,
  feedUrl: webAddress(series.rssUrl, null),
  itunesId: series.itunesId ?? null,
  name: titleOf(series.name ?? null) ?? 'Untitled podcast',
  author: titleOf(series.authorName ?? series.itunesInfo?.publisherName ?? null),
  description: longestDescription([series.description ?? ''], null),
  imageUrl: webAddress(series.imageUrl ?? series.itunesInfo?.baseArtworkUrlOf, null),
  episodeCount: series.totalEpisodesCount ?? null,
  language: languageCode(series.language ?? null),
  explicit: series.isExplicitContent ?? false,
  categories: series.genres ?? [],
  websiteUrl: webAddress(series.websiteUrl, null),
  // Its datePublished is not said to be that of the newest episode.
  newestAt: null,
});

export const episodeOfTaddy = (episode: TaddyEpisode): FoundEpisode => ({
  uuid: episode.uuid,
  guid: episode.guid ?? null,
  name: titleOf(episode.name ?? null) ?? 'Untitled episode',
  description: longestDescription([episode.description ?? ''], null),
  imageUrl: webAddress(episode.imageUrl, null),
  datePublished: episode.datePublished ?? null,
  audioUrl: webAddress(episode.audioUrl ?? episode.videoUrl, null),
  durationSeconds: episode.duration ?? null,
  transcripts: transcriptsOf(episode),
  persons: (episode.persons ?? []).flatMap(({ name, role }) => (name ? [{ name, role: roleOf(role ?? '') }] : [])),
});

function transcriptsOf({ transcriptUrls, transcriptUrlsWithDetails }: TaddyEpisode): FoundEpisode['transcripts'] {
  const bare = (transcriptUrls ?? []).map((url) => ({ url, type: null, language: null }));
  const known = new Set<string>();

  return [...(transcriptUrlsWithDetails ?? []), ...bare].flatMap(({ url: written, type, language }) => {
    const url = webAddress(written, null);
    if (url === null || known.has(url)) return [];
    known.add(url);

    return [{ url, type: type ?? null, language: primaryLanguage(language ?? null) }];
  });
}

const roleOf = (role: string): string => role.replace(/^PODCASTSERIES_/, '').toLowerCase() || 'host';

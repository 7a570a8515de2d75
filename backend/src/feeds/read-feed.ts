import { EARMARK_NAMESPACE, feedUuid, isUuid, uuidFrom } from '@earmark/contracts/kit';
import { type EpisodeFacts, EpisodeUuid } from '@earmark/contracts/episodes';
import { type SeriesFacts, SeriesUuid } from '@earmark/contracts/series';
import { categoryValue } from './apple-categories.ts';
import type { FeedDraft } from './feed-draft.ts';
import {
  longestDescription,
  personsOf,
  primaryLanguage,
  readItems,
  titleOf,
  type FeedItem,
  type FeedPerson,
} from './feed-items.ts';
import { readPage, withoutEpisodes, type FeedPage, type FeedSource } from './feed-page.ts';
import { webAddress } from './web-address.ts';

export interface FeedSeries {
  uuid: SeriesUuid;
  feedUrl: string | null;
  facts: SeriesFacts;
  itunesId: number | null;
}
export interface FeedEpisode {
  uuid: EpisodeUuid;
  guid: string;
  facts: EpisodeFacts;
  /** Those of the item; where it names none, those of the series. */
  persons: FeedPerson[];
}
export interface Feed {
  series: FeedSeries;
  /** In the order of the feed, which is newest first as a rule. */
  episodes: FeedEpisode[];
  nextPage: string | null;
  newFeedUrl: string | null;
  /** Warnings for the person who imports it. */
  warnings: string[];
  skippedWithoutEnclosure: number;
  /** Items skipped because a newer one has their guid. */
  duplicates: number;
}
export interface FeedOptions extends FeedSource {
  /** Uuid given to the series at first sight; episodes get theirs from it, so a feed that moved must keep it. */
  seriesUuid?: string | null;
}

const MAX_CATEGORIES = 20;

/**
 * Reads a whole feed of one document. `url` is where it was read, null for a file. Throws FeedUnreadable with one
 * sentence that names the fault; a feed without one item that has an enclosure is refused with the code
 * feed-without-episodes.
 */
export function readFeed(bytes: Uint8Array, options: FeedOptions): Feed {
  return assembleFeed([readPage(bytes, options)], options);
}

/**
 * One feed of all its pages, the first of which says what the series is. Throws FeedUnreadable when no page has an
 * episode.
 */
export function assembleFeed(
  pages: readonly [FeedPage, ...FeedPage[]],
  options: Pick<FeedOptions, 'url' | 'seriesUuid'>,
): Feed {
  const [{ draft, fault }] = pages;
  const feedUrl = options.url ?? webAddress(draft.selfLink, null);
  const uuid = SeriesUuid.parse(options.seriesUuid ?? seriesUuid(draft, feedUrl));
  const language = primaryLanguage(draft.language);
  const drafts = pages.flatMap((page) =>
    page.draft.items.map((item) => ({ draft: item, base: page.url ?? feedUrl ?? webAddress(page.draft.link, null) })),
  );
  const { items, skipped } = readItems(drafts, language, webAddress(draft.link, feedUrl));
  if (items.length === 0) throw withoutEpisodes(drafts.length, fault);

  const first = new Map<string, FeedItem>();
  for (const item of items) if (!first.has(item.guid)) first.set(item.guid, item);
  const seriesPersons = personsOf(draft.persons);
  const kept = [...first.values()];
  const duplicates = items.length - kept.length;
  const undated = kept.filter((item) => item.dateUnreadable).length;

  return {
    series: { uuid, feedUrl, facts: seriesFacts(draft, feedUrl, language), itunesId: itunesId(draft.link) },
    episodes: kept.map(({ guid, facts, persons }) => ({
      uuid: uuidFrom(uuid, guid, EpisodeUuid),
      guid,
      facts,
      persons: persons.length > 0 ? persons : seriesPersons,
    })),
    nextPage: webAddress(draft.nextLink, feedUrl),
    newFeedUrl: otherAddress(webAddress(draft.newFeedUrl, feedUrl), feedUrl),
    warnings: [
      ...pages.flatMap((page) => page.warnings),
      ...(undated > 0 ? [`The date of ${undated} ${undated === 1 ? 'item' : 'items'} cannot be read.`] : []),
      ...(duplicates > 0 ? [duplicatesSentence(duplicates)] : []),
    ],
    skippedWithoutEnclosure: skipped,
    duplicates,
  };
}

const duplicatesSentence = (count: number): string =>
  count === 1
    ? '1 item repeats the guid of another and was skipped.'
    : `${count} items repeat the guid of others and were skipped.`;

/** Null when only scheme or trailing slashes differ: that is the same feed. */
function otherAddress(url: string | null, feedUrl: string | null): string | null {
  return url !== null && feedUrl !== null && feedUuid(url) === feedUuid(feedUrl) ? null : url;
}

function seriesUuid(draft: FeedDraft, feedUrl: string | null): string {
  const guid = draft.guid?.trim().toLowerCase() ?? '';
  if (isUuid(guid)) return guid;
  const address = feedUrl ?? webAddress(draft.link, null);

  return address !== null ? feedUuid(address) : uuidFrom(EARMARK_NAMESPACE, titleOf(draft.title) ?? '');
}

function seriesFacts(draft: FeedDraft, feedUrl: string | null, language: string | null): SeriesFacts {
  const author = titleOf(draft.author);
  const hosts = personsOf(draft.persons).flatMap(({ name, role }) => (role === 'host' ? name : []));
  const websiteUrl = webAddress(draft.link, feedUrl);
  const address = websiteUrl ?? feedUrl;

  return {
    name: titleOf(draft.title) ?? (address === null ? 'Untitled podcast' : new URL(address).host),
    host: hosts.length > 0 ? [...new Set(hosts)].join(', ') : author,
    author,
    description: longestDescription(draft.descriptions, websiteUrl),
    imageUrl: webAddress(draft.imageUrl, feedUrl),
    websiteUrl,
    language,
    explicit: draft.explicit,
    categories: categoriesOf(draft),
  };
}

function categoriesOf({ categories }: FeedDraft): string[] {
  const values = categories.flatMap(({ text, categories: children = [] }) => {
    const parent = titleOf(text ?? null) ?? '';
    const nested = children.flatMap((child) => titleOf(child.text ?? null) ?? []);
    return nested.length > 0 ? nested.map((child) => categoryValue(parent, child)) : [categoryValue(parent, null)];
  });

  return [...new Set(values.filter((value) => value !== null))].slice(0, MAX_CATEGORIES);
}

/** Number in an address of Apple Podcasts, where some feeds link to. */
function itunesId(link: string | null): number | null {
  const digits = /^https?:\/\/(?:itunes|podcasts)\.apple\.com\/[^?#]{0,300}\/id(\d{1,12})/i.exec(link ?? '')?.[1];

  return digits === undefined ? null : Number(digits);
}

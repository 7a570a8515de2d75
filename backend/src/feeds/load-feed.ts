import { feedUuid } from '@earmark/contracts/kit';
import type { Parsing } from '../kit/process/parsing.ts';
import type { Fetcher, FetchResponse } from './fetcher.ts';
import { tooManySentence, type FeedPage } from './feed-page.ts';
import { joinPages, readFeedPage } from './feed-reading.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import { MAX_ITEMS } from './repair-xml.ts';
import { FetchError } from './fetch-error.ts';
import type { Feed } from './read-feed.ts';
import { webAddress } from './web-address.ts';

export interface FeedCondition {
  etag?: string | null;
  lastModified?: string | null;
  /** Uuid given to the series at first sight, which stays when the feed moves. */
  seriesUuid?: string | null;
  /** Ends the requests; its reason is thrown. */
  signal?: AbortSignal | undefined;
}
export interface FeedSources {
  readonly fetcher: Fetcher;
  readonly parsing: Parsing;
}
export interface LoadedFeed {
  /** The content of all pages. */
  feed: Feed;
  /** Validators of the first page, for the next conditional request to `permanentUrl`. */
  etag: string | null;
  lastModified: string | null;
  /** The address to keep: after permanent redirects and the feed's own itunes:new-feed-url. */
  permanentUrl: string;
  notModified?: false;
}

export const MAX_FEED_BYTES = 20_000_000;
const MAX_PAGES = 50;
/** Pages that come slowly must not hold an import for half an hour. */
const MAX_PAGES_MS = 120_000;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/**
 * Fetches a feed with its next pages and follows itunes:new-feed-url once. Throws FetchError or FeedUnreadable when its
 * first page cannot be fetched. A failing next page or new address only causes a warning.
 */
export async function loadFeed(
  { fetcher, parsing }: FeedSources,
  url: string,
  condition: FeedCondition = {},
): Promise<LoadedFeed | { notModified: true }> {
  const { signal } = condition;
  const get: Get = async (address) => fetcher.get(address, { maxBytes: MAX_FEED_BYTES, accept: ACCEPT, signal });
  const answer = await fetcher.get(url, {
    maxBytes: MAX_FEED_BYTES,
    accept: ACCEPT,
    etag: condition.etag,
    lastModified: condition.lastModified,
    signal,
  });
  if (answer.notModified) {
    if (answer.permanentUrl === url) return { notModified: true };
    // It has moved: its address is recorded with its content, which is therefore read once more.
    return loadFeed({ fetcher, parsing }, url, { ...condition, etag: null, lastModified: null });
  }
  const pageOf: ReadPage = async ({ body, url: from, headers }) =>
    readFeedPage(parsing, body, { url: from, contentType: headers['content-type'] ?? null });
  const first = { answer, page: await pageOf(answer), permanentUrl: answer.permanentUrl };

  const { warnings, start } = await followMove(get, pageOf, first);
  const { pages, bytes } = await withNextPages(get, pageOf, start, warnings);
  const feed = await joinPages(parsing, bytes, pages, { url: start.permanentUrl, seriesUuid: condition.seriesUuid });

  return {
    feed: { ...feed, nextPage: null, warnings: [...feed.warnings, ...warnings] },
    etag: start.answer.etag,
    lastModified: start.answer.lastModified,
    permanentUrl: start.permanentUrl,
  };
}

interface Start {
  answer: FetchResponse;
  page: FeedPage;
  permanentUrl: string;
}

type Get = (url: string) => Promise<FetchResponse>;
type ReadPage = (answer: FetchResponse) => Promise<FeedPage>;

async function followMove(get: Get, pageOf: ReadPage, first: Start): Promise<{ warnings: string[]; start: Start }> {
  const target = webAddress(first.page.draft.newFeedUrl, first.answer.url);
  const here = [first.permanentUrl, first.answer.url].map(feedUuid);
  if (target === null || here.includes(feedUuid(target))) return { warnings: [], start: first };

  try {
    const answer = await get(target);
    return { warnings: [], start: { answer, page: await pageOf(answer), permanentUrl: answer.permanentUrl } };
  } catch (error) {
    return {
      warnings: [`The feed says that it has moved, but its new address cannot be read: ${reasonOf(error)}`],
      start: first,
    };
  }
}

async function withNextPages(
  get: Get,
  pageOf: ReadPage,
  { page: first, answer }: Start,
  warnings: string[],
): Promise<{ pages: [FeedPage, ...FeedPage[]]; bytes: number }> {
  const pages: [FeedPage, ...FeedPage[]] = [first];
  const seen = new Set([first.url]);
  const startedAt = Date.now();
  const isLate = () => Date.now() - startedAt > MAX_PAGES_MS;
  let items = first.draft.items.length;
  let bytes = answer.body.length;

  for (let next = nextOf(first); next !== null && !seen.has(next);) {
    if (pages.length >= MAX_PAGES || items >= MAX_ITEMS || bytes >= MAX_FEED_BYTES || isLate()) {
      warnings.push(`The feed has more pages than are read at once; the first ${pages.length} were read.`);
      break;
    }
    seen.add(next);
    try {
      const following = await get(next);
      const page = await pageOf(following);
      bytes += following.body.length;
      pages.push(page);
      seen.add(page.url);
      items += page.draft.items.length;
      next = page.draft.items.length === 0 ? null : nextOf(page);
    } catch (error) {
      warnings.push(`Page ${pages.length + 1} of the feed cannot be read: ${reasonOf(error)}`);
      break;
    }
  }
  const spare = items - MAX_ITEMS;
  const last = pages.at(-1);
  if (spare > 0 && last) {
    warnings.push(tooManySentence);
    last.draft.items.length -= spare;
  }

  return { pages, bytes };
}

const nextOf = ({ draft, url }: FeedPage): string | null => webAddress(draft.nextLink, url);

/** Rethrows as a bug what is neither an outage nor a fault of the feed. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchError || error instanceof FeedUnreadable) return error.message;
  throw error;
}

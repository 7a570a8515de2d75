import { feedUuid } from '@earmark/contracts/kit';
import type { Fetcher, FetchResponse } from './fetcher.ts';
import { readPage, tooManySentence, type FeedPage } from './feed-page.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import { MAX_ITEMS } from './repair-xml.ts';
import { FetchError } from './fetch-error.ts';
import { assembleFeed, type Feed } from './read-feed.ts';
import { webAddress } from './web-address.ts';

export interface FeedCondition {
  etag?: string | null;
  lastModified?: string | null;
  /** Uuid given to the series at first sight, which stays when the feed moves. */
  seriesUuid?: string | null;
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
  fetcher: Fetcher,
  url: string,
  condition: FeedCondition = {},
): Promise<LoadedFeed | { notModified: true }> {
  const answer = await fetcher.get(url, {
    maxBytes: MAX_FEED_BYTES,
    accept: ACCEPT,
    etag: condition.etag,
    lastModified: condition.lastModified,
  });
  if (answer.notModified) return { notModified: true };
  const first = { answer, page: pageOf(answer), permanentUrl: answer.permanentUrl };

  const { warnings, start } = await followMove(fetcher, first);
  const pages = await withNextPages(fetcher, start.page, warnings);
  const feed = assembleFeed(pages, { url: start.permanentUrl, seriesUuid: condition.seriesUuid });

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

const pageOf = (answer: FetchResponse): FeedPage =>
  readPage(answer.body, { url: answer.url, contentType: answer.headers['content-type'] ?? null });

async function followMove(fetcher: Fetcher, first: Start): Promise<{ warnings: string[]; start: Start }> {
  const target = webAddress(first.page.draft.newFeedUrl, first.answer.url);
  const here = [first.permanentUrl, first.answer.url].map(feedUuid);
  if (target === null || here.includes(feedUuid(target))) return { warnings: [], start: first };

  try {
    const answer = await fetcher.get(target, { maxBytes: MAX_FEED_BYTES, accept: ACCEPT });
    return { warnings: [], start: { answer, page: pageOf(answer), permanentUrl: answer.permanentUrl } };
  } catch (error) {
    return {
      warnings: [`The feed says that it has moved, but its new address cannot be read: ${reasonOf(error)}`],
      start: first,
    };
  }
}

async function withNextPages(
  fetcher: Fetcher,
  first: FeedPage,
  warnings: string[],
): Promise<[FeedPage, ...FeedPage[]]> {
  const pages: [FeedPage, ...FeedPage[]] = [first];
  const seen = new Set([first.url]);
  const startedAt = Date.now();
  let items = first.draft.items.length;

  for (let next = nextOf(first); next !== null && !seen.has(next);) {
    if (pages.length >= MAX_PAGES || items >= MAX_ITEMS || Date.now() - startedAt > MAX_PAGES_MS) {
      warnings.push(`The feed has more pages than are read at once; the first ${pages.length} were read.`);
      break;
    }
    seen.add(next);
    try {
      const page = pageOf(await fetcher.get(next, { maxBytes: MAX_FEED_BYTES, accept: ACCEPT }));
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

  return pages;
}

const nextOf = ({ draft, url }: FeedPage): string | null => webAddress(draft.nextLink, url);

/** Rethrows as a bug what is neither an outage nor a fault of the feed. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchError || error instanceof FeedUnreadable) return error.message;
  throw error;
}

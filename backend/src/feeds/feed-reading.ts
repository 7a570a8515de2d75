import type { Parser, Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { readPage, type FeedPage, type FeedSource } from './feed-page.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import { readOpml, type FeedList } from './opml.ts';
import { assembleFeed, type Feed, type FeedOptions } from './read-feed.ts';

type Pages = readonly [FeedPage, ...FeedPage[]];
interface PageJob {
  readonly kind: 'page';
  readonly bytes: Uint8Array;
  readonly source: FeedSource;
}
interface JoinJob {
  readonly kind: 'join';
  readonly pages: Pages;
  readonly options: Pick<FeedOptions, 'url' | 'seriesUuid'>;
}
interface ListJob {
  readonly kind: 'list';
  readonly bytes: Uint8Array;
}
export type FeedJob = PageJob | JoinJob | ListJob;

const worker = new URL('../../../backend/dist/feeds/feed.worker.js', import.meta.url);
export const pageParser: Parser<PageJob, FeedPage> = { read: ({ bytes, source }) => readPage(bytes, source), worker };
export const joinParser: Parser<JoinJob, Feed> = { read: ({ pages, options }) => assembleFeed(pages, options), worker };
export const listParser: Parser<ListJob, FeedList> = { read: ({ bytes }) => readOpml(bytes), worker };

/** As `readPage`, in a thread. Throws FeedUnreadable, also when it takes too much time or memory; Rejected `busy`. */
export const readFeedPage = async (parsing: Parsing, bytes: Uint8Array, source: FeedSource): Promise<FeedPage> =>
  orUnreadable(async () => parsing.run(pageParser, { kind: 'page', bytes, source }, bytes.length));

/** As `assembleFeed`, in a thread. `bytes`: of all pages. Throws as `readFeedPage`. */
export const joinPages = async (
  parsing: Parsing,
  bytes: number,
  pages: Pages,
  options: JoinJob['options'],
): Promise<Feed> => orUnreadable(async () => parsing.run(joinParser, { kind: 'join', pages, options }, bytes));

/** As `readFeed` of a file, in a thread. Throws as `readFeedPage`. */
export async function readFeedFile(parsing: Parsing, bytes: Uint8Array): Promise<Feed> {
  const page = await readFeedPage(parsing, bytes, { url: null });

  return joinPages(parsing, bytes.length, [page], { url: null });
}

/** As `readOpml`, in a thread. Throws as `readFeedPage`. */
export const readFeedList = async (parsing: Parsing, bytes: Uint8Array): Promise<FeedList> =>
  orUnreadable(async () => parsing.run(listParser, { kind: 'list', bytes }, bytes.length));

async function orUnreadable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Rejected && error.code === 'too-large')
      throw new FeedUnreadable('It takes too much time or memory to read.');
    throw error instanceof Error && error.name === 'FeedUnreadable' ? asUnreadable(error) : error;
  }
}

/** An error from a thread has lost its class. */
const asUnreadable = (error: Error): FeedUnreadable =>
  error instanceof FeedUnreadable
    ? error
    : new FeedUnreadable(
        error.message,
        'code' in error && error.code === 'feed-without-episodes' ? 'feed-without-episodes' : 'feed-unreadable',
      );

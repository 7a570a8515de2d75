import { feedUuid } from '@earmark/contracts/kit';
import { DomUtils } from 'htmlparser2';
import { decodeText } from './decode-text.ts';
import { titleOf } from './feed-items.ts';
import { FeedUnreadable } from './feed-unreadable.ts';
import { kindOf } from './kind-of.ts';
import { repairXml, rootName } from './repair-xml.ts';
import { decodeReferences } from './stray-characters.ts';
import { webAddress } from './web-address.ts';

export const MAX_OPML_BYTES = 1_000_000;
export const MAX_OPML_FEEDS = 500;

export interface FeedList {
  feeds: { title: string | null; feedUrl: string }[];
  /** Addresses that are none on the web, as they are written. */
  leftOut: string[];
}

/**
 * The feeds of an OPML list in its order, folders flattened, each address once (scheme and trailing slashes do not
 * count). Titles are null when missing. Throws FeedUnreadable: too large, no OPML, or without one http(s) address.
 */
export function readOpml(bytes: Uint8Array): FeedList {
  if (bytes.length > MAX_OPML_BYTES) throw new FeedUnreadable('The list of feeds is larger than 1 MB.');
  const { text } = decodeText(bytes);
  if (text.trim() === '') throw new FeedUnreadable('The list of feeds is empty.');
  if (kindOf(bytes) === 'html') throw new FeedUnreadable('This is a web page (HTML), not a list of feeds (OPML).');

  const { root } = repairXml(text);
  const name = rootName(root);
  if (root === null) throw new FeedUnreadable('This is not XML: it does not begin with an element.');
  if (name === 'rss' || name === 'feed' || name === 'rdf')
    throw new FeedUnreadable('This is a feed, not a list of feeds (OPML).');
  if (name !== 'opml')
    throw new FeedUnreadable(`This is XML, but not a list of feeds (OPML): its root element is <${name}>.`);

  const feeds = new Map<string, FeedList['feeds'][number]>();
  const leftOut = new Set<string>();
  for (const { attribs } of DomUtils.getElementsByTagName('outline', root)) {
    const written = decodeReferences(attribs['xmlurl'] ?? '').trim();
    const feedUrl = addressOf(written);
    if (feedUrl === null && written !== '') leftOut.add(written);
    if (feedUrl === null || feeds.has(feedUuid(feedUrl))) continue;
    const title = titleOf(decodeReferences(attribs['text'] ?? '')) ?? titleOf(decodeReferences(attribs['title'] ?? ''));
    feeds.set(feedUuid(feedUrl), { title, feedUrl });
  }
  if (feeds.size === 0) throw new FeedUnreadable('The list contains no readable feed.');
  if (feeds.size > MAX_OPML_FEEDS)
    throw new FeedUnreadable(
      `The list contains ${feeds.size} feeds; at most ${MAX_OPML_FEEDS} can be imported at once.`,
    );

  return { feeds: [...feeds.values()], leftOut: [...leftOut] };
}

/** Readers of feeds gave the web schemes of their own, before an address or instead of its scheme. */
const addressOf = (written: string): string | null =>
  webAddress(
    written.replace(/^(?:feed|itpc|pcast):(?:\/\/)?(https?:)?/i, (_, scheme?: string) => scheme ?? 'https://'),
    null,
  );

import { readFeed, type Feed } from './read-feed.ts';

export const URL_OF_FEED = 'https://feeds.example/show.xml';

export const read = (xml: string, options: { url?: null; seriesUuid?: string } = {}): Feed =>
  readFeed(Buffer.from(xml), { url: URL_OF_FEED, ...options });

/** An item with an enclosure; what is not said is the same for all. */
export const item = ({
  guid = '',
  title = 'One',
  url = 'https://a.example/1.mp3',
  date = 'Fri, 20 Nov 2026 10:30:00 GMT',
  more = '',
}): string =>
  `<item><guid>${guid}</guid><title>${title}</title><pubDate>${date}</pubDate><enclosure url="${url}" length="1" type="audio/mpeg"/>${more}</item>`;

/** RSS with the usual prefixes. */
export const channel = (facts: string, items = item({})): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${facts}${items}</channel></rss>`;

import { createHash } from 'node:crypto';
import { answer, json, type StubAnswer, type StubRequest } from './stub-answer.ts';
import { mp3, wav } from './stub-audio.ts';
import { episodesOf, FIRST_AT, type StubShow } from './stub-show.ts';

const RSS = 'application/rss+xml; charset=utf-8';
const LAST_MODIFIED = 'Tue, 10 Nov 2026 08:00:00 GMT';
const PAGE_SIZE = 10;
const AUDIO_SECONDS = 60;

export interface StubWeb {
  readonly shows: readonly StubShow[];
  /** `/feeds/many/1.xml` and so on, each with `manyEpisodes`. */
  readonly many: number;
  readonly manyEpisodes: number;
}

/** What publishers serve: feeds, lists of feeds, transcripts, audio, covers. Null: nothing is there. */
export function web(request: StubRequest, { shows, many, manyEpisodes }: StubWeb): StubAnswer | null {
  const { path, base, query } = request;
  const redirect = (status: number, location: string) => answer(status, 'text/html', '', { location });
  const demo = shows[0]!;
  const show = shows.find(({ feedPath }) => feedPath === path);
  if (show) return conditional(request, feedOf(show, base));
  const number = Number(/^\/feeds\/many\/(\d{1,6})\.xml$/.exec(path)?.[1]);
  if (number >= 1 && number <= many) return conditional(request, feedOf(oneOfMany(number, manyEpisodes), base));
  switch (path) {
    case '/feeds/moved.xml':
      return redirect(301, '/feeds/demo.xml');
    case '/feeds/found.xml':
      return redirect(302, '/feeds/demo.xml');
    case '/feeds/gone.xml':
      return answer(410, 'text/html', '<html><body>Gone</body></html>');
    case '/feeds/renamed.xml':
      return conditional(
        request,
        feedOf(demo, base, `<itunes:new-feed-url>${base}${demo.feedPath}</itunes:new-feed-url>`),
      );
    case '/feeds/long.xml':
      return conditional(request, longFeed(demo, base));
    case '/feeds/paged.xml':
      return conditional(request, pageOf(demo, base, Number(query.get('page') ?? 1)));
    case '/opml.xml':
      return answer(200, 'text/x-opml; charset=utf-8', opmlOf(shows, base));
    case '/opml-many.xml':
      return answer(
        200,
        'text/x-opml; charset=utf-8',
        opmlOf(
          Array.from({ length: Math.min(many, 500) }, (_, index) => oneOfMany(index + 1, 1)),
          base,
        ),
      );
    case '/cover.svg':
      return answer(
        200,
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#369"/></svg>',
      );
  }
  const transcript = /^\/transcripts\/(\d+)\.(vtt|srt|json)$/.exec(path);
  if (transcript) return transcriptOf(Number(transcript[1]), transcript[2]!);
  if (/^\/audio\/\d+\.wav$/.test(path)) return audioOf(request, 'audio/wav', wav(AUDIO_SECONDS));
  const seconds = Number(/^\/audio\/(\d{1,5})-seconds\.mp3$/.exec(path)?.[1]);
  if (seconds > 0) return audioOf(request, 'audio/mpeg', mp3(seconds));

  return null;
}

function conditional({ headers }: StubRequest, body: string): StubAnswer {
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`;
  const validators = { etag, 'last-modified': LAST_MODIFIED };

  return headers['if-none-match'] === etag
    ? { status: 304, headers: validators, body: '' }
    : answer(200, RSS, body, validators);
}

const oneOfMany = (number: number, episodes: number): StubShow => ({
  name: `Feed ${number}`,
  author: 'Ann Host',
  feedPath: `/feeds/many/${number}.xml`,
  hasFeedAtApple: false,
  taddyUuid: '',
  itunesId: 0,
  podcastIndexId: 0,
  episodes,
  transcribed: 0,
});

const feedOf = (show: StubShow, base: string, more = ''): string => channel(show, base, more, itemsOf(show, base));

function pageOf(show: StubShow, base: string, page: number): string {
  const items = itemsOf(show, base);
  const next =
    page * PAGE_SIZE < items.length
      ? `<atom:link rel="next" href="${base}/feeds/paged.xml?page=${page + 1}" type="application/rss+xml"/>`
      : '';

  return channel({ ...show, name: 'Demo Pages' }, base, next, items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
}

const channel = ({ name, author }: StubShow, base: string, more: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>${name}</title><link>https://demo.example</link><description>About ${name}</description><language>en-us</language>
<itunes:author>${author}</itunes:author><itunes:explicit>false</itunes:explicit><itunes:image href="${base}/cover.svg"/>
<itunes:category text="Health &amp; Fitness"><itunes:category text="Mental Health"/></itunes:category>
<podcast:person role="host">${author}</podcast:person>${more}
${items.join('\n')}
</channel></rss>
`;

const itemsOf = (show: StubShow, base: string): string[] =>
  episodesOf(show).map(({ number, title, guid, publishedAt, hasTranscript }) => {
    const transcripts = hasTranscript
      ? `<podcast:transcript url="${base}/transcripts/${number}.vtt" type="text/vtt"/><podcast:transcript url="${base}/transcripts/${number}.json" type="application/json"/>`
      : '';

    return `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><pubDate>${new Date(publishedAt * 1000).toUTCString()}</pubDate><itunes:duration>1:00</itunes:duration><enclosure url="${base}/audio/${number}.wav" length="480044" type="audio/wav"/>${transcripts}</item>`;
  });

/** One episode of an hour without a transcript. */
const longFeed = (show: StubShow, base: string): string =>
  channel({ ...show, name: 'Demo of Long Talks' }, base, '', [
    `<item><title>A long talk</title><guid isPermaLink="false">long-001</guid><pubDate>${new Date(FIRST_AT * 1000).toUTCString()}</pubDate><itunes:duration>1:00:00</itunes:duration><enclosure url="${base}/audio/3600-seconds.mp3" length="14400000" type="audio/mpeg"/></item>`,
  ]);

const opmlOf = (shows: readonly StubShow[], base: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><head><title>Subscriptions</title></head><body><outline text="All">${shows
    .map(({ name, feedPath }) => `<outline type="rss" text="${name}" xmlUrl="${base}${feedPath}"/>`)
    .join('')}</outline></body></opml>`;

function transcriptOf(number: number, format: string): StubAnswer {
  if (format === 'vtt')
    return answer(
      200,
      'text/vtt; charset=utf-8',
      `WEBVTT\n\nNOTE made by hand\n\n1\n00:00:00.000 --> 00:00:02.500 align:start\n<v Ann Host>Welcome to episode ${number} &amp; hello.\n\n00:02.600 --> 00:06.100\n<v.loud Bob Guest>I take <i>magnesium</i> glycinate.</v>\n`,
    );
  if (format === 'srt')
    return answer(
      200,
      'application/x-subrip',
      `1\r\n00:00:00,000 --> 00:00:02,500\r\nAnn Host: Welcome to episode ${number}.\r\n\r\n2\r\n00:00:02,600 --> 00:00:06,100\r\nBob Guest: I take magnesium\r\nglycinate.\r\n`,
    );

  return json(200, {
    version: '1.0.0',
    segments: [
      { speaker: 'Ann Host', startTime: 0, endTime: 2.5, body: `Welcome to episode ${number}.` },
      { speaker: 'Bob Guest', startTime: 2.6, endTime: 6.1, body: 'I take magnesium glycinate.' },
    ],
  });
}

/** Whole or the asked range. */
function audioOf({ headers, method }: StubRequest, type: string, bytes: Buffer): StubAnswer {
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  const from = range ? Number(range[1]) : 0;
  const to = range?.[2] ? Math.min(Number(range[2]), bytes.length - 1) : bytes.length - 1;
  const part = bytes.subarray(from, to + 1);

  return answer(range ? 206 : 200, type, method === 'HEAD' ? '' : part, {
    'accept-ranges': 'bytes',
    'content-length': String(part.length),
    ...(range ? { 'content-range': `bytes ${from}-${to}/${bytes.length}` } : {}),
  });
}

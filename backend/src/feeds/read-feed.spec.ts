import { EARMARK_NAMESPACE, feedUuid, uuidFrom } from '@earmark/contracts/kit';
import { SeriesFacts } from '@earmark/contracts/series';
import { describe, expect, it } from '@jest/globals';
import { FeedUnreadable } from './feed-unreadable.ts';
import { channel, item, read, URL_OF_FEED } from './rss.fixture.ts';

describe('a series', () => {
  it('has the facts of its channel', () => {
    const { series } = read(
      channel(`<title>Q&amp;amp;A \n show</title><link>https://show.example/</link><description>&lt;p&gt;Hi&lt;script&gt;x&lt;/script&gt;&lt;/p&gt;</description>
        <language>en_US</language><itunes:author>Ann</itunes:author><itunes:image href="/cover.jpg"/><itunes:explicit>Yes</itunes:explicit>
        <itunes:category text="News"><itunes:category text="Tech News"/></itunes:category><itunes:category text="Health &amp; Fitness"/>`),
    );
    expect(SeriesFacts.parse(series.facts)).toEqual({
      name: 'Q&A show',
      host: 'Ann',
      author: 'Ann',
      description: '<p>Hi</p>',
      imageUrl: 'https://feeds.example/cover.jpg',
      websiteUrl: 'https://show.example/',
      language: 'en',
      explicit: true,
      categories: ['PODCASTSERIES_NEWS_TECH', 'PODCASTSERIES_HEALTH_AND_FITNESS'],
    });
  });
  it('is hosted by the persons who are its hosts', () => {
    const { series } = read(
      channel(`<itunes:author>Ann</itunes:author><podcast:person role="Host">Bea</podcast:person><podcast:person>Cy</podcast:person>
        <podcast:person role="guest">Dan</podcast:person>`),
    );
    expect(series.facts).toMatchObject({ host: 'Bea, Cy', author: 'Ann' });
  });
  it('has the uuid that it declares, else that of its address, and keeps the one it is known by', () => {
    const declared = channel('<podcast:guid>917393E3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>');
    expect(read(declared).series.uuid).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810');
    expect(read(channel('<podcast:guid>none</podcast:guid>')).series.uuid).toBe(feedUuid(URL_OF_FEED));
    expect(read(declared, { seriesUuid: feedUuid('known') }).series.uuid).toBe(feedUuid('known'));
  });
  it('of a file is known by its own address, its website or its title', () => {
    const self = '<atom:link rel="self" href="https://own.example/feed"/><link>https://show.example</link>';
    expect(read(channel(self), { url: null }).series).toMatchObject({
      uuid: feedUuid('https://own.example/feed'),
      feedUrl: 'https://own.example/feed',
    });
    expect(read(channel('<link>https://show.example</link>'), { url: null }).series).toMatchObject({
      uuid: feedUuid('https://show.example'),
      feedUrl: null,
    });
    expect(read(channel('<title>Show</title>'), { url: null }).series.uuid).toBe(uuidFrom(EARMARK_NAMESPACE, 'Show'));
  });
  it('points to its next page and its new address, not to where it is', () => {
    expect(
      read(
        channel(
          '<atom:link rel="next" href="?page=2"/><itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url>',
        ),
      ),
    ).toMatchObject({
      nextPage: 'https://feeds.example/show.xml?page=2',
      newFeedUrl: 'https://new.example/feed',
    });
    expect(
      read(channel(`<itunes:new-feed-url>${URL_OF_FEED.replace('https', 'http')}/</itunes:new-feed-url>`)).newFeedUrl,
    ).toBeNull();
  });
});

describe('a feed', () => {
  it('may be Atom', () => {
    const feed =
      read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title type="html">A &lt;b&gt;show&lt;/b&gt;</title>
      <link href="https://show.example/"/><link rel="next" href="/2"/><author><name>Ann</name></author>
      <entry><id>urn:1</id><title>One</title><link rel="enclosure" type="audio/mpeg" href="/1.mp3"/><published>2026-11-20T10:30:00Z</published>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x &amp; y</p></div></content></entry></feed>`);
    expect(feed).toMatchObject({
      series: { facts: { name: 'A show', author: 'Ann', language: 'fr', websiteUrl: 'https://show.example/' } },
      episodes: [
        {
          guid: 'urn:1',
          facts: {
            audioUrl: 'https://feeds.example/1.mp3',
            description: '<p>x &amp; y</p>',
            publishedAt: '2026-11-20T10:30:00.000Z',
          },
        },
      ],
      nextPage: 'https://feeds.example/2',
    });
  });
  it('may be RSS 1.0, or a channel alone', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Old</title></channel>${item({})}</rdf:RDF>`;
    expect(read(rdf)).toMatchObject({ series: { facts: { name: 'Old' } }, episodes: [{ facts: { title: 'One' } }] });
    expect(read(`<channel><title>Old</title>${item({})}</channel>`).episodes).toHaveLength(1);
  });
  it('may use prefixes of its own, or leave them undeclared', () => {
    const own = `<rss xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><i:author>Ann</i:author>${item({})}</channel></rss>`;
    expect(read(own).series.facts.author).toBe('Ann');
    const bare = read(`<rss><channel><itunes:author>Ann</itunes:author>${item({})}</channel></rss>`);
    expect(bare.series.facts.author).toBe('Ann');
    expect(bare.warnings).toEqual(['The feed is not well-formed XML: the prefix itunes: is not declared (line 1).']);
  });
  it('that breaks off gives the items before', () => {
    const feed = read(
      channel('', `${item({ guid: 'a' })}${item({ guid: 'b' })}<item><title>Hal`).replace(/<\/channel>.*/s, ''),
    );
    expect(feed.episodes.map(({ guid }) => guid)).toEqual(['a', 'b']);
    expect(feed.warnings).toEqual([expect.stringContaining('the document breaks off')]);
  });
  it('is read with a < and an & that nobody escaped', () => {
    const { episodes, warnings } = read(channel('', item({ title: 'I <3 R&B' })));
    expect(episodes[0]?.facts.title).toBe('I <3 R&B');
    expect(warnings).toHaveLength(2);
  });
  it.each([
    ['The feed is empty', ''],
    ['This is a web page (HTML), not a feed', '<!DOCTYPE html><html><p>Moved</p></html>'],
    ['This is a list of feeds (OPML), not a feed', '<opml><body/></opml>'],
    ['its root element is <catalog>', '<catalog/>'],
    ['This is not XML', '{"version": "https://jsonfeed.org/version/1.1"}'],
    ['This is not XML', 'hello'],
    ['The feed has no episodes.', '<rss version="2.0"><channel><title>Empty</title></channel></rss>'],
    ['The feed has no episodes.', '<rss/>'],
    [
      'The feed has no episodes, as its one item has no audio or video file.',
      '<rss><channel><item><title>text</title></item></channel></rss>',
    ],
    ['it is not well-formed XML either: the document breaks off (line 1)', '<rss version="2.0"><channel><title>Emp'],
    ['nest deeper than 80 levels', '<rss>'.repeat(100)],
  ])('is refused with «%s»', (sentence, text) => {
    expect(() => read(text)).toThrow(FeedUnreadable);
    expect(() => read(text)).toThrow(sentence);
  });
  it('without episodes is refused under a code of its own', () => {
    expect(() => read('<rss/>')).toThrow(expect.objectContaining({ code: 'feed-without-episodes' }));
    expect(() => read('')).toThrow(expect.objectContaining({ code: 'feed-unreadable' }));
  });
});

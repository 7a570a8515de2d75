import { describe, expect, it } from '@jest/globals';
import { FeedUnreadable } from './feed-unreadable.ts';
import { readOpml } from './opml.ts';

const readList = (body: string) =>
  readOpml(Buffer.from(`<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`));
const read = (body: string) => readList(body).feeds;

describe('a list of feeds', () => {
  it('is read through its folders, whatever the type and the case of the attribute', () => {
    expect(
      read(`<outline text="Tech"><outline text="One &amp; only" xmlUrl="https://one.example/feed"/>
        <outline text="Deeper"><outline type="link" title="Two" XMLURL="https://two.example/feed"></outline></outline></outline>
        <outline xmlurl="http://three.example/feed"/>`),
    ).toEqual([
      { title: 'One & only', feedUrl: 'https://one.example/feed' },
      { title: 'Two', feedUrl: 'https://two.example/feed' },
      { title: null, feedUrl: 'http://three.example/feed' },
    ]);
  });
  it('names each address once', () => {
    expect(
      read('<outline xmlUrl="https://one.example/feed"/><outline xmlUrl="http://one.example/feed/"/>'),
    ).toHaveLength(1);
  });
  it('takes the addresses that readers of feeds write their own way', () => {
    const written = ['feed://a.example/rss', 'itpc://b.example/rss', 'feed:http://c.example/rss', 'www.d.example/rss'];
    expect(read(written.map((url) => `<outline xmlUrl="${url}"/>`).join('')).map(({ feedUrl }) => feedUrl)).toEqual([
      'https://a.example/rss',
      'https://b.example/rss',
      'http://c.example/rss',
      'https://www.d.example/rss',
    ]);
  });
  it('names everything that is not a web address, each once', () => {
    const bad = '<outline xmlUrl="javascript:x"/>';
    expect(readList(`${bad}<outline xmlUrl=""/><outline xmlUrl="https://one.example/"/>${bad}`)).toEqual({
      feeds: [{ title: null, feedUrl: 'https://one.example/' }],
      leftOut: ['javascript:x'],
    });
  });
  it('is repaired where an & is not escaped', () => {
    expect(read('<outline text="A & B" xmlUrl="https://one.example/?a=1&b=2"/>')).toEqual([
      { title: 'A & B', feedUrl: 'https://one.example/?a=1&b=2' },
    ]);
  });
  it.each([
    ['contains no readable feed', '<opml><body><outline text="empty"/></body></opml>'],
    ['is empty', ' '],
    ['not XML', 'hello'],
    ['web page', '<!DOCTYPE html><html></html>'],
    ['is a feed', '<rss><channel/></rss>'],
    ['root element is <catalog>', '<catalog/>'],
    [
      '501 feeds',
      `<opml>${Array.from({ length: 501 }, (_, index) => `<outline xmlUrl="https://example.org/${index}"/>`).join('')}</opml>`,
    ],
    ['larger than 1 MB', ' '.repeat(1_000_001)],
  ])('is refused with a sentence that says «%s»', (sentence, text) => {
    expect(() => readOpml(Buffer.from(text))).toThrow(FeedUnreadable);
    expect(() => readOpml(Buffer.from(text))).toThrow(sentence);
  });
});

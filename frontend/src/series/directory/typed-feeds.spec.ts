import { expect, it } from '@jest/globals';
import { feedsOfOpml, typedFeeds } from './typed-feeds.ts';

it.each([
  ['https://a.example/feed.xml', ['https://a.example/feed.xml']],
  [' https://a.example/1\nhttp://b.example/2, https://a.example/1', ['https://a.example/1', 'http://b.example/2']],
  ['feed://a.example/1 feed:https://a.example/2', ['https://a.example/1', 'https://a.example/2']],
  ['https://a.example/1 and another', []],
  ['the feed', []],
  ['https://', []],
  ['', []],
])('reads the feeds of %j', (text, feeds) => expect(typedFeeds(text)).toEqual(feeds));

it('counts the feeds of an OPML file', () => {
  const outline = (address: string) => `<outline text="x" type="rss" xmlUrl="${address}"/>`;
  const opml = `<opml><body>${outline('https://a.example/1')}<outline text="group">${outline('https://b.example')}</outline>`;
  expect(feedsOfOpml(opml)).toBe(2);
  expect(feedsOfOpml('<opml><body><outline text="xmlUrl"/></body></opml>')).toBe(0);
});

import { describe, expect, it } from '@jest/globals';
import { webAddress } from './web-address.ts';

describe('an address', () => {
  it.each([
    ['https://b.example/x', 'https://b.example/x'],
    ['/x', 'https://a.example/x'],
    ['one/two.mp3', 'https://a.example/feeds/one/two.mp3'],
    ['episode.html?a=b.com', 'https://a.example/feeds/episode.html?a=b.com'],
    ['?page=2', 'https://a.example/feeds/show.xml?page=2'],
    ['//b.example/x', 'https://b.example/x'],
    ['javascript:x', null],
    ['', null],
  ])('%s of a feed is %s', (written, address) =>
    expect(webAddress(written, 'https://a.example/feeds/show.xml')).toBe(address),
  );
  it.each([
    ['www.b.example', 'https://www.b.example'],
    ['WWW.b.example/x?y', 'https://WWW.b.example/x?y'],
    ['b.example', 'https://b.example'],
    ['b.example:8080/x', 'https://b.example:8080/x'],
    ['bücher.example/x', 'https://bücher.example/x'],
    ['www.b.example, www.c.example', null],
    ['www.', null],
  ])('%s without a scheme is %s, whatever the feed', (written, address) => {
    expect(webAddress(written, 'https://a.example/feeds/show.xml')).toBe(address);
    expect(webAddress(written, null)).toBe(address);
  });
});

import { expect, it } from '@jest/globals';
import { cleanMarkdown, escapeMarkdown, plainOf } from './markdown.ts';

it.each([
  ['[free](https://evil.example/x) money', 'free money'],
  ['![](https://evil.example/pixel.png)Hello', 'Hello'],
  ['[a][b] and [c]: https://evil.example', 'and \\[c\\]:'],
  ['<img src=x onerror=alert(1)>Hello <b>you</b>', 'Hello you'],
  ['<script>alert(1)', 'alert(1)'],
  ['go to https://evil.example/a?b=c now', 'go to now'],
  ['go to //evil.example or www.evil.example', 'go to or'],
  ['[x](javascript:alert(1)) javascript:alert(1)', 'x)'],
  ['[x](/\\evil.example) [y](//evil.example)', 'x y'],
  ['[x](/api/auth/logout)', 'x'],
  [
    '[The Night](/podcasts/a/b?t=5) and [Ann](/entities/ann)',
    '[The Night](/podcasts/a/b?t=5) and [Ann](/entities/ann)',
  ],
  ['[https://evil.example](/entities/ann)', '[](/entities/ann)'],
  ['**bold** and **half', 'bold and half'],
  ['`code` _under_ *star*', '\\`code\\` \\_under\\_ \\*star\\*'],
  ['a\u202eb\u0000c\nd', 'a b c d'],
])('%j becomes %j', (markdown, expected) => expect(cleanMarkdown(markdown).replace(/ +/g, ' ')).toBe(expected));

it.each(['[click](https://evil.example)', '<b>x</b> *y* [z]', 'a ](b) c', '2 < 3 > 1 | x ~ y \\ z `'])(
  'text such as %j shows as it is, and makes no link',
  (text) => {
    const escaped = escapeMarkdown(text);
    expect(plainOf(escaped)).toBe(text);
    expect(escaped).not.toContain('](');
    expect(cleanMarkdown(escaped)).not.toMatch(/\]\(/);
  },
);

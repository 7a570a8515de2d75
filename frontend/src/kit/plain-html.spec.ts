import { expect, it } from '@jest/globals';
import { withParagraphs } from './plain-html.ts';

it.each([
  ['First line.\nSecond line.\n\nThird line.', '<p>First line.<br>Second line.</p><p>Third line.</p>'],
  ['One.\r\nTwo.\r\n \r\n\r\nThree.\r\n', '<p>One.<br>Two.</p><p>Three.</p>'],
  ['a &amp; b < c', '<p>a &amp; b < c</p>'],
  ['<p>One.</p>\n\n<p>Two.</p>', '<p>One.</p>\n\n<p>Two.</p>'],
  ['', ''],
])('gives %j its paragraphs', (html, expected) => {
  expect(withParagraphs(html)).toBe(expected);
});

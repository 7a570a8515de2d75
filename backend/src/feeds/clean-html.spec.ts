import { describe, expect, it } from '@jest/globals';
import { cleanHtml } from './clean-html.ts';

describe('a cleaned description', () => {
  it('keeps paragraphs, lists, headings, quotes and emphasis', () => {
    const html = '<h1>A</h1><p>b <em>c</em> <strong>d</strong><br />e</p><ul><li>f</li></ul><blockquote>g</blockquote>';
    expect(cleanHtml(html)).toBe(html);
  });
  it('keeps links to the web and to mail, and says what they are', () => {
    expect(cleanHtml('<a href="https://example.org/" onclick="x()" target="_blank">a</a>')).toBe(
      '<a href="https://example.org/" rel="noopener noreferrer nofollow">a</a>',
    );
    expect(cleanHtml('<a href="mailto:a@example.org">a</a>')).toContain('href="mailto:a@example.org"');
    expect(cleanHtml('<a href="JavaScript:alert(1)">a</a>')).toBe('<a rel="noopener noreferrer nofollow">a</a>');
    expect(cleanHtml('<a href="//example.org/">a</a>')).not.toContain('href');
  });
  it('loses scripts, styles, pictures and frames', () => {
    expect(
      cleanHtml(
        'a<script>x()</script><style>b{}</style><img src="x" onerror="y()"><iframe src="z"></iframe><div style="c">d</div>',
      ),
    ).toBe('ad');
  });
  it('is null when no text is left', () => {
    for (const html of ['', '  ', '<p> </p>', '<p>&nbsp;</p>', '<img src="x">', null, undefined])
      expect(cleanHtml(html)).toBeNull();
  });
  it('is plain text where tags never close', () => {
    expect(cleanHtml('<a><i>'.repeat(500) + 'end')).toBe('end');
  });
  it('does not end in half a character', () => {
    expect(cleanHtml(`${'a'.repeat(59_999)}😀`)).toBe('a'.repeat(59_999));
  });
});

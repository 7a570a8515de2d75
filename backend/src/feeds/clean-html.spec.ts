import { describe, expect, it } from '@jest/globals';
import { cleanHtml, withCleanDescription } from './clean-html.ts';

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
  it('makes links absolute, and keeps the text alone of those that lead nowhere', () => {
    const link = (href: string, base: string | null) => cleanHtml(`<a href="${href}">a</a>`, base);
    expect(link('/ep/1?a=1&amp;b=2', 'https://show.example/ep/2')).toContain(
      'href="https://show.example/ep/1?a=1&amp;b=2"',
    );
    expect(link('#t=1:00', 'https://show.example/ep/2')).toContain('href="https://show.example/ep/2#t=1:00"');
    expect(link('//cdn.example/x', 'https://show.example/')).toContain('href="https://cdn.example/x"');
    expect(link('https://b.example/', 'https://show.example/')).toContain('href="https://b.example/"');
    expect(link('mailto:a@b.example', 'https://show.example/')).toContain('href="mailto:a@b.example"');
    for (const [href, base] of [
      ['/ep/1', null],
      ['ep', null],
      ['', 'https://show.example/'],
      ['java&#10;script:x', 'https://show.example/'],
    ] as const)
      expect(link(href, base)).toBe('<a rel="noopener noreferrer nofollow">a</a>');
  });
  it('loses scripts, styles, pictures and frames', () => {
    expect(
      cleanHtml(
        'a<script>x()</script><style>b{}</style><img src="x" onerror="y()"><iframe src="z"></iframe><div style="c">d</div>',
      ),
    ).toBe('a<br />d');
  });
  it.each([
    ['<div>First line</div><div>Second line</div>', 'First line<br />Second line'],
    ['before <section><article>in</article></section> <b>after</b>', 'before <br />in<br /><b>after</b>'],
    ['<div>a</div><div><br></div><div>b</div>', 'a<br /><br />b'],
    ['<div>a<br></div><div>b</div>', 'a<br />b'],
    ['<div><p>a</p></div><div><ul><li><div>b</div></li></ul></div>', '<p>a</p><ul><li>b</li></ul>'],
    ['<div><b>a</b></div>\n<div><i>b</i></div>', '<b>a</b><br /><i>b</i>'],
    ['<h4>a</h4><h5>b</h5><h6>c</h6><pre>d</pre>', '<h4>a</h4>b<br />c<br />d'],
    ['<dl><dt>one</dt><dd>two</dd></dl>', 'one<br />two'],
    ['a<hr>b', 'a<br />b'],
    [
      '<table><tr><td>one</td><td>two</td></tr><tr><th>three</th><td><p>four</p></td></tr></table>',
      'one two<br />three<p>four</p>',
    ],
    ['<td>one</td> <td></td> <td><i>two</i></td>', 'one <i>two</i>'],
  ])('keeps words of different blocks and cells apart: %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
    expect(cleanHtml(clean)).toBe(clean);
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

describe('a description that is given out', () => {
  const givenOut = (description: string | null) => withCleanDescription({ description }).description;

  it('is what was cleaned when it was written', () => {
    const clean = cleanHtml('<h2>A</h2><p>1 < 2 &amp; <a href="https://x.example/?a=1&b=2">b</a><br><a>c</a></p>')!;
    expect(givenOut(clean)).toBe(clean);
    expect(givenOut('plain > text')).toBe('plain > text');
    expect(givenOut(null)).toBeNull();
  });

  it.each([
    '<script>x()</script>',
    '<<p>script>x()</script>',
    '<p onclick="x()">a</p>',
    '<img src=x onerror=x()>',
    '<svg onload=x()>',
    '<a href="javascript:x()" rel="noopener noreferrer nofollow">a</a>',
    '<a href="https://x.example" onmouseover="x()" rel="noopener noreferrer nofollow">a</a>',
    '<a href="data:text/html,x()">a</a>',
    '<p style="background:url(x)">a</p>',
    '<P>a<STYLE>b</STYLE>',
  ])('is cleaned when it was not: %s', (html) => {
    expect(givenOut(html)).toBe(cleanHtml(html));
    expect(givenOut(html) ?? '').not.toMatch(/<(script|style|svg|img)|<[^>]*(\bon\w+=|style=|javascript:|data:)/i);
  });
});

it('joins the lines of a text that are indented like the feed around them, and keeps its paragraphs', () => {
  const indented = '\n      Tonight we talk about\n      ferries & trains.\n\n      And about ships.\n    ';
  expect(cleanHtml(indented)).toBe('Tonight we talk about ferries &amp; trains.\n\nAnd about ships.');
  const written = 'In this episode:\n  - ferries\n  - trains\nAnd ships.';
  expect(cleanHtml(written)).toBe(written);
  const list = 'In this episode:\n  - ferries\n  - trains';
  expect(cleanHtml(list)).toBe(list);
});

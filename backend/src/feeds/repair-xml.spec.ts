import { describe, expect, it } from '@jest/globals';
import { render } from 'dom-serializer';
import { repairXml } from './repair-xml.ts';
import { decodeReferences } from './stray-characters.ts';

describe('well-formed XML', () => {
  it('says the same afterwards, without comments and declarations', () => {
    expect(
      repaired(
        '<?xml version="1.0"?>\n<!DOCTYPE rss>\n<RSS a="1 &lt; 2"><!-- no --><b>x &amp; <![CDATA[<y>]]></b><c/></RSS>\n',
      ),
    ).toEqual({
      xml: '<rss a="1 &lt; 2"><b>x &amp; <![CDATA[<y>]]></b><c></c></rss>',
      faults: [],
      itemsLeftOut: 0,
    });
  });
});

describe('ill-formed XML', () => {
  it.each([
    ['an & is not escaped (line 2)', '<a>\nQ&A</a>', '<a>\nQ&A</a>'],
    ['an & is not escaped (line 1)', '<a b="x?c=1&lt=2"/>', '<a b="x?c=1&amp;lt=2"></a>'],
    ['a < is not escaped (line 1)', '<a>I <3 you < me</a>', '<a>I &lt;3 you &lt; me</a>'],
    ['the entity &nbsp; is not defined (line 1)', '<a>x&nbsp;y</a>', '<a>x&nbsp;y</a>'],
    ['the entity &unknown; is not defined (line 1)', '<a>&unknown;</a>', '<a>&amp;unknown;</a>'],
    ['there are control characters (line 1)', '<a>x\u0001y&#8;</a>', '<a>xy</a>'],
    ['blank lines stand before the XML declaration (line 1)', '\n\n<?xml version="1.0"?><a/>', '<a></a>'],
    ['there is text outside the root element (line 1)', 'Warning: x\n<a/>', '<a></a>'],
    ['there is more after the end of the document (line 2)', '<a/>\n<b/>', '<a></a>'],
    ['<b> is not closed (line 1)', '<a><b>x</a>', '<a><b>x</b></a>'],
    ['</b> closes nothing (line 1)', '<a>x</b></a>', '<a>x</a>'],
    [
      '<enclosure> is not closed (line 1)',
      '<a><enclosure url="x"><b>y</b></a>',
      '<a><enclosure url="x"></enclosure><b>y</b></a>',
    ],
    ['<item> is not closed (line 1)', '<a><item>1<item>2</item></a>', '<a><item>1</item><item>2</item></a>'],
    ['the prefix p: is not declared (line 1)', '<a><p:b/></a>', '<a><p:b></p:b></a>'],
    ['the document breaks off (line 2)', '<rss><item><b>1</b>\n<title>Half a ti', '<rss><item><b>1</b>\n</item></rss>'],
    ['the document breaks off (line 1)', '<rss><item><b>1</b><c d="', '<rss><item><b>1</b></item></rss>'],
  ])('is repaired: %s', (fault, text, xml) => expect(repaired(text)).toMatchObject({ xml, faults: [fault] }));

  it('expands no definitions of its own', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(repaired(bomb)).toMatchObject({ xml: '<a>&amp;y;</a>', faults: ['the entity &y; is not defined (line 1)'] });
  });
  it.each([
    ['nests too deeply', '<a>'.repeat(100), 'deeper than 80 levels'],
    ['has too many elements', `<rss>${'<a/>'.repeat(600_000)}`, 'more than 500000 elements'],
    ['is no markup for the most part', `<rss>${'<'.repeat(3_000_000)}`, 'too many of its characters'],
  ])('is refused when it %s', (_, text, sentence) => {
    expect(() => repairXml(text)).toThrow(sentence);
  });
  it('has no elements whose names would be taken for something else', () => {
    expect(repaired('<a><__proto__><b/></__proto__><constructor/>x</a>').xml).toBe('<a>x</a>');
  });
  it('is repaired in linear time', () => {
    for (const part of [
      '<a',
      '</b>',
      '<item>',
      '&',
      '&#1',
      '<![CDATA[',
      '<!--',
      '<?',
      '<!DOCTYPE ',
      '<',
      ']]>',
      '" a="',
    ])
      expect(repairXml(`<rss>${part.repeat(100_000)}`).root?.name).toBe('rss');
  });
  it('leaves out what is beyond ten thousand items', () => {
    const { xml, itemsLeftOut } = repaired(`<rss>${'<item/>'.repeat(10_002)}</rss>`);
    expect(itemsLeftOut).toBe(2);
    expect(xml.match(/<item>/g)).toHaveLength(10_000);
  });
});

describe('references', () => {
  it.each([
    ['&lt;b&gt; &amp;amp; &quot;&#39;&apos;&#x2019;', "<b> &amp; \"''\u2019"],
    ['x&nbsp;y &eacute; &NotEqualTilde;', 'x\u00a0y é \u2242\u0338'],
    ['&#8217s &#x41', '\u2019s A'],
    ['Q&A, a=1&lt=2, &amp, I <3 &you', 'Q&A, a=1&lt=2, &amp, I <3 &you'],
    ['&unknown; &gtgt; &ampx;', '&unknown; &gtgt; &ampx;'],
    ['&#146;', '\u2019'],
  ])('are resolved once, those of HTML too: %s', (text, decoded) => expect(decodeReferences(text)).toBe(decoded));
});

function repaired(text: string) {
  const { root, ...rest } = repairXml(text);

  return {
    xml: root === null ? '' : render(root, { xmlMode: true, encodeEntities: false, selfClosingTags: false }),
    ...rest,
  };
}

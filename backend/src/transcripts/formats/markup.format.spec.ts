import { describe, expect, it } from '@jest/globals';
import { parseTranscript, TranscriptFormatUnknown } from './parse-transcript.ts';

describe('HTML', () => {
  it('reads cite, time and p, with tags left open', () => {
    const html =
      '\n<!-- saved -->\n<html><head><title>Show &amp; tell</title></head><body><cite>Ann:</cite>\n<time>0:00</time>\n<p>It&#39;s\nme.\n<cite>Bob:</cite><time>1:02:03</time><p>Hi <b>you</b>.</p></body></html>';
    expect(parse(html)).toMatchObject({
      format: 'html',
      title: 'Show & tell',
      segments: [
        { startMs: 0, endMs: 3_723_000, speaker: 'Ann', text: "It's me." },
        { startMs: 3_723_000, speaker: 'Bob', text: 'Hi you.' },
      ],
    });
  });
  it('reads turns without times, and paragraphs of one turn as one segment', () => {
    const read = parse(
      '<!DOCTYPE html><body><cite>Ann:</cite><p>One.</p><p>Two.</p><cite>Bob:</cite><p>Three.</p>',
      30_000,
    );
    expect(read.segments).toEqual([
      { startMs: 0, endMs: 18_000, speaker: 'Ann', text: 'One.\nTwo.' },
      { startMs: 18_000, endMs: 30_000, speaker: 'Bob', text: 'Three.' },
    ]);
  });
  it('reads a time without a name', () => {
    expect(parse('<time>0:05</time><p>Hello there.</p>').segments).toMatchObject([{ startMs: 5000, speaker: null }]);
  });
  it('reads all text of a turn, but nothing that is no part of it', () => {
    const html =
      '<nav><p>Home</p></nav><h1>Show</h1><cite>Ann:</cite><time>0:01</time><p>One.</p><ul><li>Two.</li></ul><blockquote>Three.</blockquote>' +
      '<pre>Four.</pre><h3>Five.</h3>Six<br>seven.<cite>Bob:</cite><time>0:09</time><div>Eight.</div><aside>Ad</aside><footer><p>End</p></footer>';
    expect(parse(html).segments).toMatchObject([
      { startMs: 1000, speaker: 'Ann', text: 'One.\nTwo.\nThree.\nFour.\nFive.\nSix seven.' },
      { startMs: 9000, speaker: 'Bob', text: 'Eight.' },
    ]);
  });
  it('keeps a book that is cited and a time that is spoken of in the text', () => {
    const html =
      '<cite>Ann:</cite><time>0:01</time><p>First <cite>The Book</cite> para at <time>5:30</time> then.</p><p><cite>Emma</cite> is good. So is <cite>Dune</cite></p>';
    expect(parse(html).segments).toMatchObject([
      { startMs: 1000, speaker: 'Ann', text: 'First The Book para at 5:30 then.\nEmma is good. So is Dune' },
    ]);
  });
  it.each([
    ['the time first', '<time>0:01</time><cite>Ann</cite><p>One.</p><time>0:09</time><cite>Bob</cite><p>Two.</p>'],
    [
      'divisions',
      '<cite>Ann</cite> (<time>0:01</time>)<div>One.</div><cite>Bob</cite> (<time>0:09</time>)<div>Two.</div>',
    ],
    [
      'all in a paragraph',
      '<p><cite>Ann:</cite><time>0:01</time> One.</p><p><cite>Bob:</cite><time>0:09</time> Two.</p>',
    ],
    [
      'the colon outside',
      '<p><time>0:01</time> <cite>Ann</cite>: One.</p><p><time>0:09</time> <cite>Bob</cite>: Two.</p>',
    ],
    ['open tags', '<p><cite>Ann</cite><time>0:01</time>One.<br><cite>Bob</cite> <time>0:09</time>Two.'],
  ])('reads turns with %s', (_, html) => {
    expect(parse(html).segments).toMatchObject([
      { startMs: 1000, speaker: 'Ann', text: 'One.' },
      { startMs: 9000, speaker: 'Bob', text: 'Two.' },
    ]);
  });
  it('reads turns in the paragraphs of a page', () => {
    const turns = ['Ann', 'Bob', 'Ann', 'Bob', 'Ann'].map(
      (name) => `<p><strong>${name}:</strong> Some words &amp;amp; more.</p>`,
    );
    const read = parse(
      `<html><head><title>T</title><style>p{}</style></head><body><nav>Home</nav>${turns.join('')}</body></html>`,
    );
    expect(read).toMatchObject({ format: 'html-page', title: 'T', speakers: ['Ann', 'Bob'] });
    expect(read.segments).toHaveLength(5);
    expect(read.segments[0]?.text).toBe('Some words &amp; more.');
  });
  it.each([
    ['time, name and text', (time: string, name: string) => `<td>${time}</td><td>${name}</td>`],
    ['name, time and text', (time: string, name: string) => `<td>${name}</td><td>${time}</td>`],
  ])('reads rows of %s, in which a name is not said', (_, cells) => {
    const rows = Array.from(
      { length: 6 },
      (__, at) => `<tr>${cells(`00:0${at}`, at % 2 === 0 ? 'Ann Lee' : 'Bob')}<td>Sentence number ${at}.</td></tr>`,
    );
    expect(parse(`<table>${rows.join('')}</table>`).segments.slice(0, 2)).toMatchObject([
      { startMs: 0, speaker: 'Ann Lee', text: 'Sentence number 0.' },
      { startMs: 1000, speaker: 'Bob', text: 'Sentence number 1.' },
    ]);
  });
  it('refuses an ordinary page, also one that cites and dates things', () => {
    const page =
      '<html><body><h1>News</h1><time>5 May</time><p>Some text here.</p><p>As in <cite>A Book</cite> it is said.</p></body></html>';
    expect(() => parse(page)).toThrow(
      new TranscriptFormatUnknown('This web page contains no transcript in a format that Earmark can read.'),
    );
  });
});

describe('XML', () => {
  it('reads Podlove', () => {
    const xml =
      '<?xml version="1.0"?><pst:transcripts version="1.0" xmlns:pst="http://podlove.org/simple-transcripts"><pst:speech><pst:speaker>ann</pst:speaker>' +
      '<pst:item start="00:00:01.000" end="00:00:02.500">Hi &amp; hello.</pst:item><pst:item start="00:00:03" end="00:00:04">So.</pst:item></pst:speech></pst:transcripts>';
    expect(parse(xml)).toMatchObject({
      format: 'podlove-xml',
      segments: [
        { startMs: 1000, endMs: 2500, speaker: 'ann', text: 'Hi & hello.' },
        { startMs: 3000, endMs: 4000, speaker: 'ann', text: 'So.' },
      ],
    });
  });
  it('reads Transcriber, with a turn of two speakers', () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE Trans SYSTEM "trans-14.dtd">\n<Trans><Speakers><Speaker id="spk1" name="Ann Lee"/><Speaker id="spk2" name="Bob"/></Speakers><Episode><Section>' +
      '<Turn speaker="spk1" startTime="0" endTime="5"><Sync time="0"/>\nHello\nthere\n<Sync time="2.5"/>and so on</Turn>' +
      '<Turn speaker="spk1 spk2" startTime="5" endTime="8"><Sync time="5"/><Who nb="1"/>yes<Who nb="2"/>no</Turn></Section></Episode></Trans>';
    expect(parse(xml)).toMatchObject({
      format: 'transcriber-xml',
      segments: [
        { startMs: 0, endMs: 2500, speaker: 'Ann Lee', text: 'Hello there' },
        { startMs: 2500, endMs: 5000, speaker: 'Ann Lee', text: 'and so on' },
        { startMs: 5000, endMs: 5000, speaker: 'Ann Lee', text: 'yes' },
        { startMs: 5000, endMs: 8000, speaker: 'Bob', text: 'no' },
      ],
    });
  });
  it('reads TTML with agents, all kinds of time and a span per word', () => {
    const ttml =
      '<tt xmlns="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="1000"><head><ttm:agent xml:id="a1"><ttm:name>Ann</ttm:name></ttm:agent></head><body><div>' +
      '<p begin="00:00:01.5" end="00:00:02:05" ttm:agent="a1">Hello<br/>there</p><p begin="2.5s" end="3500ms">more of it</p>' +
      '<p ttm:agent="a1"><span begin="4000t" end="4500t" podcasts:unit="word">And</span><span begin="4500t" end="5000t" podcasts:unit="word">so.</span></p></div></body></tt>';
    expect(parse(ttml)).toMatchObject({
      format: 'ttml',
      segments: [
        { startMs: 1500, endMs: 2200, speaker: 'Ann', text: 'Hello there' },
        { startMs: 2500, endMs: 3500, speaker: null, text: 'more of it' },
        { startMs: 4000, endMs: 5000, speaker: 'Ann', text: 'And so.' },
      ],
    });
  });
  it.each([
    [
      'an RSS feed',
      '<?xml version="1.0"?>\n<!-- made -->\n<rss version="2.0"><channel/></rss>',
      'This is an RSS feed, not a transcript.',
    ],
    ['an Atom feed', '<feed xmlns="http://www.w3.org/2005/Atom"></feed>', 'This is an Atom feed, not a transcript.'],
    [
      'other XML',
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      'This XML is not a transcript; its root element is error.',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(() => parse(text)).toThrow(new TranscriptFormatUnknown(message));
  });
});

function parse(text: string, durationMs: number | null = null) {
  return parseTranscript(new TextEncoder().encode(text), { durationMs });
}

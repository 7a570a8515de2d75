import { EpisodeFacts } from '@earmark/contracts/episodes';
import { feedUuid, uuidFrom } from '@earmark/contracts/kit';
import { describe, expect, it } from '@jest/globals';
import { readFeed } from './read-feed.ts';
import { channel, item, read, URL_OF_FEED } from './rss.fixture.ts';

describe('an episode', () => {
  it('has the facts of its item', () => {
    const { episodes } = read(
      channel(
        '<language>de-AT</language>',
        `<item><guid isPermaLink="false"> ep-0001 </guid><title>One</title><link>/one</link><pubDate>Fri, 20 Nov 2026 10:30:00 +0100</pubDate>
         <description>short</description><content:encoded><![CDATA[<p>much <b>longer</b></p>]]></content:encoded>
         <enclosure url="/one.mp3?x=1&amp;y=2" length="1" type="audio/mpeg"/><itunes:duration> 01:02:03 </itunes:duration><itunes:image href="//cdn.example/1.jpg"/>
         <podcast:transcript url="/one.vtt" type="text/VTT"/><podcast:transcript url="/one.srt" type="application/x-subrip" language="EN-gb"/>
         <podcast:transcript url="javascript:x"/><podcast:person role="Guest">Eve</podcast:person></item>`,
      ),
    );
    expect(episodes).toEqual([
      {
        uuid: uuidFrom(feedUuid(URL_OF_FEED), 'ep-0001'),
        guid: 'ep-0001',
        facts: {
          title: 'One',
          description: '<p>much <b>longer</b></p>',
          audioUrl: 'https://feeds.example/one.mp3?x=1&y=2',
          imageUrl: 'https://cdn.example/1.jpg',
          publishedAt: '2026-11-20T09:30:00.000Z',
          durationSeconds: 3723,
          link: 'https://feeds.example/one',
          transcripts: [
            { url: 'https://feeds.example/one.vtt', type: 'text/vtt', language: 'de' },
            { url: 'https://feeds.example/one.srt', type: 'application/x-subrip', language: 'en' },
          ],
        },
        persons: [{ name: 'Eve', role: 'guest' }],
      },
    ]);
    expect(EpisodeFacts.safeParse(episodes[0]?.facts).success).toBe(true);
  });
  it('has the uuid that other readers give it', () => {
    const { episodes } = readFeed(Buffer.from(channel('', item({ guid: 'ep-0001' }))), {
      url: 'https://podnews.net/rss',
    });
    expect(episodes[0]?.uuid).toBe('294792f0-d722-5167-827e-06849c087e86');
  });
  it('without guid is known by its enclosure without query, and by title and date too when that is shared', () => {
    const items =
      item({ url: 'https://a.example/1.mp3?t=9' }) +
      item({ url: 'https://a.example/2.mp3?a', title: 'A' }) +
      item({ url: 'https://a.example/2.mp3?b', title: 'B' });
    expect(read(channel('', items)).episodes.map(({ guid }) => guid)).toEqual([
      'https://a.example/1.mp3',
      'https://a.example/2.mp3|A|Fri, 20 Nov 2026 10:30:00 GMT',
      'https://a.example/2.mp3|B|Fri, 20 Nov 2026 10:30:00 GMT',
    ]);
  });
  it('is the first of those with the same guid', () => {
    const feed = read(channel('', item({ guid: 'x', title: 'New' }) + item({ guid: 'x', title: 'Old' })));
    expect(feed).toMatchObject({ duplicates: 1, warnings: ['1 item repeats the guid of another and was skipped.'] });
    expect(feed.episodes.map(({ facts }) => facts.title)).toEqual(['New']);
  });
  it('needs an enclosure on the web', () => {
    const feed = read(
      channel('', `${item({})}<item><title>text</title></item>${item({ url: 'javascript:x' })}${item({ url: '' })}`),
    );
    expect(feed).toMatchObject({ skippedWithoutEnclosure: 3 });
    expect(feed.episodes).toHaveLength(1);
  });
  it('plays its first enclosure that is not a picture', () => {
    const two =
      '<item><enclosure url="/a.jpg" type="image/jpeg"/><enclosure url="/a.mp3" type="audio/mpeg"/><enclosure url="/b.mp3"/></item>';
    expect(read(channel('', two)).episodes[0]?.facts.audioUrl).toBe('https://feeds.example/a.mp3');
  });
  it.each([
    ['/a.pdf" type="application/pdf', '/a.mp3" type="audio/mpeg'],
    ['/a.pdf" type="application/pdf', '/a.mp3" type="'],
    ['/a.pdf', '/a.m4v" type="video/x-m4v'],
    ['/a.png" type="image/png', '/a'],
    ['/a" type="text/html', '/a.mp3" type="application/octet-stream'],
  ])('plays its sound or video, not what is offered beside it: not %s but %s', (other, played) => {
    const items = `<item><enclosure url="${other}"/><enclosure url="${played}"/></item>`;
    expect(read(channel('', items)).episodes[0]?.facts.audioUrl).toBe(
      `https://feeds.example${played.replace(/".*/, '')}`,
    );
  });
  it('has links to its own page, else to that of the series, and none where neither is known', () => {
    const more = '<description>&lt;a href="/ep/1"&gt;a&lt;/a&gt;</description>';
    const description = (head: string, ofItem: string) =>
      read(channel(head, item({ more: ofItem + more }))).episodes[0]?.facts.description;
    const website = '<link>https://show.example/home</link>';
    expect(description(website, '<link>https://pages.example/ep/2</link>')).toContain('"https://pages.example/ep/1"');
    expect(description(website, '')).toContain('"https://show.example/ep/1"');
    expect(description('', '')).not.toContain('href');
  });
  it('has a title whose references are resolved, those of HTML and those that are escaped twice too', () => {
    const title = '&eacute;&nbsp;R&D &amp;amp; &#8217s &unknown; <![CDATA[&lt;x&gt;]]>';
    expect(read(channel('', item({ title }))).episodes[0]?.facts.title).toBe('é R&D & ’s &unknown; <x>');
  });
  it('without title is called after its file', () => {
    expect(
      read(channel('', '<item><enclosure url="https://a.example/x/My_first.mp3?y"/></item>')).episodes[0]?.facts.title,
    ).toBe('My first');
  });
  it.each([
    ['3723', 3723],
    ['62:03', 3723],
    ['1:02:03', 3723],
    ['01:02:03.500', 3723],
    ['3723.5', 3723],
    ['PT1H2M3S', 3723],
    ['<![CDATA[ 3723s ]]>', 3723],
    ['45 min', 2700],
    ['1 hr, 5 minutes', 3900],
    ['PT', null],
    ['0', null],
    ['-5', null],
    ['00:00:00', null],
    ['9999999999', null],
    ['an hour', null],
  ])('lasts, when it says %s, %s seconds', (duration, seconds) => {
    expect(
      read(channel('', item({ more: `<itunes:duration>${duration}</itunes:duration>` }))).episodes[0]?.facts
        .durationSeconds,
    ).toBe(seconds);
  });
  it('has no date, and the feed a warning, when it cannot be read', () => {
    const feed = read(channel('', item({ date: 'soon' })));
    expect(feed.episodes[0]?.facts.publishedAt).toBeNull();
    expect(feed.warnings).toEqual(['The date of 1 item cannot be read.']);
  });
  it('has the persons of the series when it names none', () => {
    expect(read(channel('<podcast:person>Bea</podcast:person>', item({}))).episodes[0]?.persons).toEqual([
      { name: 'Bea', role: 'host' },
    ]);
  });
});

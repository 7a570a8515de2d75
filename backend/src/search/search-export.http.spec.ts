import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { parameters, startSearchedApp, type SearchedApp } from './search.fixture.ts';

let searched: SearchedApp;

beforeAll(async () => {
  searched = await startSearchedApp();
});
afterAll(async () => searched.app.stop());

describe('an export', () => {
  const text = async (form: string, criteria: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${searched.app.url}/api/search/advanced.${form}?${parameters(criteria)}`);

    return { status: answer.status, stamp: answer.headers.get('x-as-of'), body: await answer.text() };
  };

  it('has every passage of the search, stamped with the last event', async () => {
    const { summary } = await searched.search({ q: 'the' });
    const { stamp, body } = await text('csv', { q: 'the' });
    const rows = parse(body, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(summary.totalPassages);
    expect(new Set(rows.map(({ segmentId }) => segmentId)).size).toBe(rows.length);
    for (const { text: said, found, asOfEventId } of rows) {
      expect(stamp).toContain(asOfEventId);
      for (const one of found!.split(' | ')) expect(said).toContain(one);
    }
    const [head, ...lines] = (await text('jsonl', { q: 'the' })).body.trim().split('\n');
    expect(JSON.parse(head!)).toMatchObject({
      export: 'search',
      words: 'the',
      asOf: { eventId: rows[0]!['asOfEventId'] },
    });
    expect(lines.map((line) => (JSON.parse(line) as { segmentId: string }).segmentId)).toEqual(
      rows.map(({ segmentId }) => segmentId),
    );
  });

  it('without words or an entity has every mention', async () => {
    const { summary } = await searched.search({ category: 'person', podcast: 'TheLateCrossing' });
    const { body } = await text('csv', { category: 'person', podcast: 'TheLateCrossing' });
    const rows = parse(body, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(summary.totalMentions);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['person']));
  });

  it('as RSS has the newest passages, each with a link to where it is said', async () => {
    const { stamp, body } = await text('rss', { q: 'sea <b>&', entity: 'cork' });
    expect(stamp).toMatch(/^as of event/);
    const { body: feed } = await text('rss', { entity: 'cork' });
    expect(feed.match(/<item>/g)).toHaveLength((await searched.search({ entity: 'cork' })).summary.totalPassages);
    expect(feed).toMatch(
      new RegExp(`<link>${searched.app.url}/podcasts/[^/]+/[^/]+\\?t=[\\d.]+&amp;entity=Cork</link>`),
    );
    const dates = [...feed.matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map(([, date]) => Date.parse(date!));
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    expect(body).toContain('sea &lt;b&gt;&amp;');
    expect((await text('pdf', {})).status).toBe(404);
  });

  it('of something that there is not is refused, as it would have everything instead', async () => {
    for (const form of ['csv', 'jsonl', 'rss']) {
      const { status, body } = await text(form, { entity: 'nobody', podcast: 'nowhere', q: 'the' });
      expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({
        status: 404,
        detail: 'There is no entity "nobody". There is no podcast "nowhere".',
      });
    }
  });
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openStubs, type Stubs } from './stubs.ts';

let stubs: Stubs;
beforeAll(async () => {
  stubs = await openStubs();
});
afterAll(async () => stubs.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(stubs.url + path, { headers });
  const text = await response.text();

  return { status: response.status, type: response.headers.get('content-type'), headers: response.headers, text };
};
const taddy = async (query: string, variables: object = {}, key = 'taddy-ok') => {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-user-id': '1' };
  const response = await fetch(`${stubs.url}/taddy`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });

  return { status: response.status, body: (await response.json()) as { data: unknown; errors?: { code: string }[] } };
};
const signed = (date: number) => ({
  'user-agent': 'Earmark/0',
  'x-auth-key': 'PIKEY',
  'x-auth-date': String(date),
  authorization: createHash('sha1').update(`PIKEYPI$SEC#RET|${date}`).digest('hex'),
});
const now = () => Math.floor(Date.now() / 1000);

it('answers as Taddy: only what was asked, and errors with status 200', async () => {
  const query =
    'query S($term: String) { search(term: $term, filterForTypes: PODCASTSERIES) { podcastSeries { name } } }';
  expect(await taddy(query, { term: 'demo kitchen' })).toEqual({
    status: 200,
    body: { data: { search: { podcastSeries: [{ name: 'Demo Kitchen' }] } } },
  });
  const codes = [
    await taddy(query, {}, 'wrong'),
    await taddy(query, { limitPerPage: 26 }),
    await taddy(query, { page: 21 }),
    await taddy('{ search { nothing } }'),
    await taddy('{ getPodcastSeries { uuid } }', { uuid: '123' }),
  ].map(({ status, body }) => [status, body.errors?.[0]?.code]);
  expect(codes).toEqual([
    [200, 'API_KEY_INVALID'],
    [200, 'BAD_USER_INPUT'],
    [200, 'BAD_USER_INPUT'],
    [200, 'INVALID_QUERY_OR_SYNTAX'],
    [200, 'BAD_USER_INPUT'],
  ]);
});

it('answers as Apple: JSON as text/javascript after blank lines, and a show without feed', async () => {
  const { type, text } = await get('/itunes/search?term=demo&media=podcast&entity=podcast&country=US&limit=25');
  expect(type).toBe('text/javascript; charset=utf-8');
  expect(text).toMatch(/^\n\n/);
  const { results } = JSON.parse(text) as { results: { feedUrl?: string }[] };
  expect(results.map(({ feedUrl }) => typeof feedUrl)).toEqual(['string', 'string', 'undefined']);
  expect(await get('/itunes/search?term=demo&limit=201')).toMatchObject({ status: 400 });
});

it('answers as Podcast Index: signed within three minutes, at most 1000', async () => {
  const search = '/pi/api/1.0/search/byterm?q=demo';
  expect(JSON.parse((await get(search, signed(now()))).text)).toMatchObject({ status: 'true', count: 3 });
  expect(await get(`${search}&max=1001`, signed(now()))).toMatchObject({ status: 400 });
  for (const headers of [{}, signed(now() - 200), { ...signed(now()), authorization: 'no' }])
    expect(await get(search, headers)).toMatchObject({ status: 401, type: 'text/html; charset=utf-8' });
});

it('serves feeds that change only when an episode is published', async () => {
  const first = await get('/feeds/many/1000.xml');
  const etag = first.headers.get('etag')!;
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('<title>Feed 1000</title>') });
  expect(await get('/feeds/many/1000.xml', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
  stubs.manyEpisodes++;
  expect(await get('/feeds/many/1000.xml', { 'if-none-match': etag })).toMatchObject({ status: 200 });
  expect(await get('/feeds/many/1001.xml')).toMatchObject({ status: 404 });
});

it('serves audio in ranges', async () => {
  const { status, headers, text } = await get('/audio/1.wav', { range: 'bytes=0-3' });
  expect([status, headers.get('content-range'), text]).toEqual([206, 'bytes 0-3/480044', 'RIFF']);
});

it('fails as it is told, as often as it is told, and lists what it was asked', async () => {
  stubs.fail('/opml.xml', { status: 429, headers: { 'retry-after': '7' }, times: 1 });
  expect((await get('/opml.xml')).headers.get('retry-after')).toBe('7');
  expect(await get('/opml.xml')).toMatchObject({ status: 200 });
  for (const connection of ['reset', 'truncated'] as const) {
    stubs.fail('/feeds/*', { connection });
    await expect(get('/feeds/demo.xml')).rejects.toThrow(/fetch failed|terminated/);
  }
  stubs.fail('/feeds/*', null);
  expect(await get('/feeds/demo.xml')).toMatchObject({ status: 200 });
  expect(stubs.calls.at(-1)).toMatchObject({ method: 'GET', path: '/feeds/demo.xml' });
});

it('is switched and inspected over HTTP, too', async () => {
  const faults = `${stubs.url}/stub/faults?path=/cover.svg`;
  expect((await fetch(faults, { method: 'PUT', body: '{"status": 503}' })).status).toBe(200);
  expect(await get('/cover.svg')).toMatchObject({ status: 503 });
  await fetch(faults, { method: 'DELETE' });
  expect(await get('/cover.svg')).toMatchObject({ status: 200 });
  expect((await fetch(faults, { method: 'PUT', body: '{"connection": "odd"}' })).status).toBe(400);
  expect(JSON.parse((await get('/stub/calls')).text).at(-1)).toMatchObject({ method: 'GET', path: '/cover.svg' });
});

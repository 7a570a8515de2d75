import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config.ts';
import { createFetcher } from '../feeds/fetcher.ts';
import { Rejected } from '../kit/rejected.ts';
import { describeDirectoryProvider } from './directory-provider.contract.ts';
import { signature } from './podcastindex.provider.ts';
import { TaddyProvider } from './taddy.provider.ts';
import { episodeOfTaddy, seriesOfTaddy } from './taddy-answers.ts';
import { openProviders, SEARCH_PATH, type Providers } from './providers.fixture.ts';

const SERVICES = ['taddy', 'itunes', 'podcastindex'] as const;

for (const name of SERVICES)
  describeDirectoryProvider(name, async () => {
    const { stubs, make, close } = await openProviders();

    return {
      provider: make[name](),
      query: 'demo show',
      answerWith: (status) => stubs.fail('*', status === null ? null : { status }),
      fresh: () => make[name](),
      close,
    };
  });

let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
});
afterEach(() => {
  providers.stubs.clockSeconds = 0;
  for (const path of Object.values(SEARCH_PATH)) providers.stubs.fail(path, null);
});
afterAll(async () => providers.close());

const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof Rejected)) throw new Error('it was not refused', { cause: error });

  return { code: error.code, message: error.message, extra: error.extra };
};
const callsOf = (path: string) => providers.stubs.calls.filter((call) => call.path === path).length;

const DOWN = /did not answer/;
describe.each(SERVICES)('when %s', (name) => {
  const path = SEARCH_PATH[name];
  const refused = name === 'itunes' ? 'upstream-throttled' : 'outside-refused';

  it.each([
    ['answers 401', { status: 401 }, 'outside-refused', /Check TADDY|refuses searches|rejected the key/],
    ['answers 403 with a page', { status: 403 }, refused, /Check TADDY|about 20 per minute|rejected the key/],
    ['answers 404', { status: 404 }, 'outside-refused', /\(404\)\. Its address may be set wrongly/],
    ['answers 422', { status: 422 }, 'outside-refused', /\(422\)\. Try other words/],
    ['answers 500', { status: 500 }, 'upstream-unavailable', DOWN],
    ['resets the connection', { connection: 'reset' }, 'upstream-unavailable', DOWN],
    ['breaks off its answer', { connection: 'truncated' }, 'upstream-unavailable', DOWN],
    ['does not answer', { connection: 'silent' }, 'outside-slow', DOWN],
    ['answers a page', { status: 200 }, 'upstream-unavailable', /cannot be read/],
    ['redirects', { status: 302, headers: { location: '/elsewhere' } }, 'outside-refused', /302/],
  ] as const)('%s, it says so', async (_, fault, code, sentence) => {
    providers.stubs.fail(path, fault);
    const { code: found, message } = await failure(providers.make[name]().search('demo'));
    expect([found, message]).toEqual([code, expect.stringMatching(sentence)]);
    expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['17', 17, 'a minute'],
    [undefined, 60, 'a minute'],
    ['61', 61, '2 minutes'],
    ['7300', 7300, '3 hours'],
  ])('answers 429 with Retry-After %s, it says when to try again', async (header, seconds, wait) => {
    providers.stubs.fail(path, { status: 429, headers: header === undefined ? {} : { 'retry-after': header } });
    const before = callsOf(path);
    expect(await failure(providers.make[name]().search('demo'))).toMatchObject({
      code: 'upstream-throttled',
      message: expect.stringContaining(` Try again in ${wait}.`),
      extra: { retryAfterSeconds: seconds },
    });
    expect(callsOf(path) - before).toBe(1);
  });

  it('answers 503 and when to come back, it is not asked before', async () => {
    providers.stubs.fail(path, { status: 503, headers: { 'retry-after': '120' } });
    const before = callsOf(path);
    expect(await failure(providers.make[name]().search('demo'))).toMatchObject({
      code: 'upstream-unavailable',
      extra: { retryAfterSeconds: 120 },
    });
    expect(callsOf(path) - before).toBe(1);
  });

  it('fails twice for a moment, it is asked again', async () => {
    providers.stubs.fail(path, { connection: 'reset', times: 2 });
    expect(await providers.make[name]().search('demo show')).toHaveLength(1);
  });

  it('failed, the failure is not kept; an answer is', async () => {
    const provider = providers.make[name]();
    providers.stubs.fail(path, { status: 403, times: 1 });
    await failure(provider.search('demo show'));
    const before = callsOf(path);
    for (const query of ['demo show', 'Demo Show'.toLowerCase()]) expect(await provider.search(query)).toHaveLength(1);
    expect(callsOf(path) - before).toBe(1);
  });
});

it('leaves out shows of Apple that have no feed', async () => {
  expect((await providers.make.itunes().search('demo')).map(({ name }) => name)).toEqual(['Demo Show', 'Demo Kitchen']);
  expect(await failure(providers.make.itunes().episodes({ ...UNKNOWN, itunesId: 3_456_789 }, 10, 0))).toMatchObject({
    code: 'series-unknown',
  });
});

it('finds the feed of a show by its id at Apple', async () => {
  const { series, total } = await providers.make.itunes().episodes({ ...UNKNOWN, itunesId: 1_234_567 }, 10, 0);
  expect([series.name, total]).toEqual(['Demo Show', 23]);
});

it('calls Apple no more than 15 times at once', async () => {
  const itunes = providers.make.itunes();
  for (let call = 0; call < 15; call++) await itunes.search(`nothing ${call}`);
  expect(await failure(itunes.search('one more'))).toMatchObject({
    code: 'upstream-throttled',
    message: 'Apple limits searches to about 20 per minute. Try again in a minute.',
    extra: { retryAfterSeconds: expect.any(Number) },
  });
});

it.each([
  [
    'API_KEY_INVALID',
    'outside-refused',
    'Taddy rejected the API key or user id. Check TADDY_USER_ID and TADDY_API_KEY.',
  ],
  ['API_RATE_LIMIT_EXCEEDED', 'upstream-throttled', 'The monthly Taddy quota is used up.'],
  [
    'BAD_USER_INPUT',
    'outside-refused',
    'Taddy refused the request (BAD_USER_INPUT). Try other words, or paste a feed address instead.',
  ],
  [
    'TADDY_SERVER_ERROR',
    'upstream-unavailable',
    'Taddy did not answer. Try again in a moment, or paste a feed address instead.',
  ],
])('reads the error %s that Taddy gives with status 200', async (code, expected, message) => {
  const errors = [{ message: 'The key taddy-ok …', extensions: { code } }];
  providers.stubs.fail('/taddy', {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ errors, data: null }),
  });
  expect(await failure(providers.make.taddy().search('demo'))).toMatchObject({ code: expected, message });
});

it('says which keys are missing, and keeps those that are set to itself', async () => {
  expect(await failure(providers.make.taddy({ TADDY_API_KEY: '' }).search('demo'))).toMatchObject({
    code: 'not-configured',
    message: 'Taddy is selected but TADDY_USER_ID or TADDY_API_KEY is not set.',
  });
  expect(providers.make.taddy({ TADDY_API_KEY: '' }).missing).toEqual(['TADDY_API_KEY']);
  expect(await failure(providers.make.podcastindex({ PODCASTINDEX_API_SECRET: '' }).search('demo'))).toMatchObject({
    message: 'Podcast Index is selected but its key or secret is not set.',
  });
  const wrong = 'hunter2hunter2';
  for (const search of [
    providers.make.taddy({ TADDY_API_KEY: wrong }).search('demo'),
    providers.make.podcastindex({ PODCASTINDEX_API_SECRET: wrong }).search('demo'),
  ])
    expect(JSON.stringify(await failure(search))).not.toContain(wrong);
});

it('takes no script and no other address than those of the web from a directory', () => {
  const series = { uuid: UNKNOWN.uuid, name: ' Odd\nname ', description: '<p>Fine<script>alert(1)</script></p>' };
  const found = seriesOfTaddy({ ...series, imageUrl: 'javascript:alert(1)', websiteUrl: 'data:text/html,hi' });
  expect(found).toMatchObject({ name: 'Odd name', description: '<p>Fine</p>', imageUrl: null, websiteUrl: null });
  const transcriptUrls = ['file:///etc/passwd', 'https://a.example/1.vtt', 'https://a.example/1.vtt'];
  expect(episodeOfTaddy({ uuid: UNKNOWN.uuid, audioUrl: 'ftp://a.example/1', transcriptUrls })).toMatchObject({
    audioUrl: null,
    transcripts: [{ url: 'https://a.example/1.vtt' }],
  });
});

it('does not lose an answer to one field that is of another kind', async () => {
  const odd = { id: 7, url: 'https://a.example/feed', title: 'Odd', author: 12, itunesId: 'none', explicit: 0 };
  const body = JSON.stringify({ status: 'true', feeds: [odd] });
  providers.stubs.fail(SEARCH_PATH.podcastindex, { status: 200, contentType: 'application/json', body });
  expect(await providers.make.podcastindex().search('odd')).toMatchObject([
    { name: 'Odd', author: null, itunesId: null, explicit: false, feedUrl: 'https://a.example/feed' },
  ]);
});

it('sends its keys to nobody else, whatever the service answers', async () => {
  providers.stubs.fail('/taddy', { status: 307, headers: { location: '/elsewhere' } });
  await failure(providers.make.taddy().search('demo'));
  expect(callsOf('/elsewhere')).toBe(0);
  providers.stubs.fail('/taddy', null);
  const before = callsOf('/taddy');
  const fetcher = createFetcher({ allowPrivate: false, userAgent: 'Earmark/0' });
  const taddy = new TaddyProvider(readConfig(providers.stubs.environment), fetcher, providers.make.itunes());
  expect(await failure(taddy.search('demo'))).toMatchObject({ code: 'address-refused' });
  expect(callsOf('/taddy')).toBe(before);
  await fetcher.close();
});

it('signs as the documentation of Podcast Index does', () => {
  expect(signature('UXKCGDSYGUUEVQJSYDZH', 'yzJe2eE7XV-3eY576dyRZ6wXyAbndh6LUrCZ8KN|', '1613713388')).toBe(
    '73a1fffed61c1d30d858beb1fc48f355386449d2',
  );
});

it.each([
  [-600, 'fast'],
  [600, 'slow'],
])('says that our clock is wrong when theirs is %i s off', async (seconds, word) => {
  providers.stubs.clockSeconds = seconds;
  expect(await failure(providers.make.podcastindex().search('demo'))).toMatchObject({
    message: `Podcast Index rejected the key, the secret or the clock of this server. The clock of this server is 10 minutes ${word}.`,
  });
});

it('reads what lies beyond the last item that Podcast Index gives from the feed', async () => {
  const [series] = await providers.make.podcastindex().search('demo show');
  const { episodes, series: shown } = await providers.make.podcastindex().episodes(series!, 10, 995);
  expect([episodes, shown.provider]).toEqual([[], 'podcastindex']);
  expect(providers.stubs.calls.at(-1)?.path).toBe('/feeds/demo.xml');
});

const UNKNOWN = { uuid: '00000000-0000-4000-8000-000000000001', externalId: null, feedUrl: null };

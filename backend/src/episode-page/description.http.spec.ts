import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uuidFrom } from '@earmark/contracts/kit';
import { type EpisodePage, EpisodeUuid, type SavedAnswer } from '@earmark/contracts/episodes';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Answer, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const seriesUuid = SeriesUuid.parse('33333333-1111-4111-8111-111111111111');
const episodeUuid = uuidFrom(seriesUuid, '1', EpisodeUuid);
const path = `/api/episodes/${episodeUuid}/description`;

const feedSays = async (description: string | null, title = 'Part 1') =>
  app.services.series.putEpisode(
    {
      episodeUuid,
      seriesUuid,
      guid: null,
      facts: {
        title,
        description,
        audioUrl: null,
        imageUrl: null,
        publishedAt: null,
        durationSeconds: 60,
        link: null,
        transcripts: [],
      },
    },
    systemContext('spec'),
  );
const put = async (description: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  admin('PUT', path, { description }, headers);
const page = async (): Promise<EpisodePage> =>
  (await app.visitor('GET', `/api/podcasts/${seriesUuid}/${episodeUuid}`)).body as EpisodePage;
const shown = async (): Promise<string | null> => (await page()).description;
const recorded = async (): Promise<number> => {
  let events = 0;
  for await (const event of app.services.log.readStream(`episode-${episodeUuid}`)) events = event.revision + 1;

  return events;
};

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts('Cast') },
    systemContext('spec'),
  );
  await app.services.checkpoints.passed((await feedSays('<p>fed</p>')).position);
});
afterAll(async () => app.stop());

it('shows the saved text in the next read, and returns the new version', async () => {
  const answer = await put('<p>Hello <strong>there</strong></p>', { 'x-reason': 'typo' });
  expect(answer).toMatchObject({ status: 200, body: { success: true, changes: 1 } });
  const { description, episode, version } = await page();
  expect([description, episode.description]).toEqual([
    '<p>Hello <strong>there</strong></p>',
    '<p>Hello <strong>there</strong></p>',
  ]);
  expect((answer.body as SavedAnswer).version).toBe(version);
  for await (const event of app.services.log.readStream(`episode-${episodeUuid}`, { direction: 'backwards', limit: 1 }))
    expect(event).toMatchObject({
      type: 'DescriptionEdited',
      data: { from: '<p>fed</p>', to: '<p>Hello <strong>there</strong></p>' },
      metadata: { reason: 'typo', correlationId: (answer.body as SavedAnswer).correlationId, actor: { name: 'admin' } },
    });
});

it('writes nothing when nothing changes', async () => {
  await put('<p>same</p>');
  const before = await recorded();
  expect(await put('<p>same</p>')).toMatchObject({ status: 200, body: { changes: 0 } });
  expect(await put(' <p>same</p><script>x()</script>')).toMatchObject({ status: 200, body: { changes: 0 } });
  expect(await recorded()).toBe(before);
});

it('is removed when it is blank', async () => {
  for (const blank of ['', '  ', '<p>&nbsp;</p>']) {
    await put('<p>something</p>');
    expect(await put(blank)).toMatchObject({ status: 200, body: { changes: 1 } });
    expect(await shown()).toBeNull();
  }
});

it.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a handler', '<p onclick="alert(1)">a<img src=x onerror=alert(1)></p>', '<p>a</p>'],
  [
    'a script as a link',
    '<a href="JavaScript:alert(1)">a</a><a href=" java&#10;script:alert(1)">b</a>',
    '<a rel="noopener noreferrer nofollow">a</a><a rel="noopener noreferrer nofollow">b</a>',
  ],
  ['styles', '<style>p{}</style><p style="color:red">a</p>', '<p>a</p>'],
  ['a drawing', '<svg onload="alert(1)"><script>alert(1)</script></svg>a', 'a'],
  [
    'data as a link or picture',
    '<a href="data:text/html,<script>alert(1)</script>">a</a><img src="data:image/svg+xml,x">',
    '<a rel="noopener noreferrer nofollow">a</a>',
  ],
  ['a frame', '<iframe src="https://x.example"></iframe><object data="x"></object>a', 'a'],
  [
    'a link to the web',
    '<a href="https://x.example/" target="_blank">a</a>',
    '<a href="https://x.example/" rel="noopener noreferrer nofollow">a</a>',
  ],
])('keeps only the harmless part of %s', async (_, sent, kept) => {
  await put('<p>before</p>');
  expect(await put(sent)).toMatchObject({ status: 200 });
  expect(await shown()).toBe(kept);
  let last: unknown = null;
  for await (const { data } of app.services.log.readStream(`episode-${episodeUuid}`, {
    direction: 'backwards',
    limit: 1,
  }))
    last = data;
  expect(last).toMatchObject({ to: kept });
});

it('refuses a text that somebody else has changed meanwhile, and returns both', async () => {
  await put('<p>base</p>');
  const { version } = await page();
  await put('<p>theirs</p>');
  const before = await recorded();
  expect(await put('<p>mine</p>', { 'if-match': `"${version}"` })).toMatchObject({
    status: 409,
    body: {
      code: 'edit-conflict',
      detail: 'Somebody else has changed the description since you loaded it.',
      conflicts: [{ base: '<p>base</p>', mine: '<p>mine</p>', theirs: '<p>theirs</p>' }],
    },
  });
  expect(await put('<p>base</p>', { 'if-match': `W/"${version}"` })).toMatchObject({
    status: 200,
    body: { changes: 0 },
  });
  expect(await put('<p>theirs</p>', { 'if-match': version })).toMatchObject({ status: 200, body: { changes: 0 } });
  expect(await recorded()).toBe(before);
  expect(await shown()).toBe('<p>theirs</p>');
});

it('accepts an old version when only other things have changed since', async () => {
  await put('<p>base</p>');
  const { version } = await page();
  await feedSays('<p>fed</p>', 'Part 1, again');
  expect(await put('<p>mine</p>', { 'if-match': `"${version}"` })).toMatchObject({ status: 200, body: { changes: 1 } });
});

it('survives a new import of the feed', async () => {
  await put('<p>hand</p>');
  const { position } = await feedSays('<p>fed anew</p>', 'Part 1, for the third time');
  await app.services.checkpoints.passed(position);
  const { episode, description } = await page();
  expect([episode.title, description]).toEqual(['Part 1, for the third time', '<p>hand</p>']);
});

it('refuses an invalid description or version in one sentence', async () => {
  const sentence = { detail: expect.stringMatching(/^[A-Z].*\.$/) };
  for (const body of [{}, { description: 5 }, { description: null }, []])
    expect(await admin('PUT', path, body)).toMatchObject({ status: 400, body: { code: 'invalid', ...sentence } });
  expect(await put('x'.repeat(60_001))).toMatchObject({
    status: 400,
    body: { detail: 'A description may have at most 60000 characters.' },
  });
  for (const stale of ['*', '"1"', '"zzz"', Buffer.from('0.0.999').toString('base64url')])
    expect(await put('<p>x</p>', { 'if-match': stale })).toMatchObject({ status: 400, body: sentence });
  expect(await admin('PUT', '/api/episodes/nothing/description', { description: 'x' })).toMatchObject({ status: 400 });
  expect(await admin('PUT', `/api/episodes/${seriesUuid}/description`, { description: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'episode-unknown' },
  });
});

it('is for admins', async () => {
  const body = { description: '<p>x</p>' };
  expect(await app.visitor('PUT', path, body)).toMatchObject({ status: 401 });
  expect(await (await app.signIn('reader'))('PUT', path, body)).toMatchObject({ status: 403 });
  expect(await (await app.signIn('analyst'))('PUT', path, body)).toMatchObject({ status: 403 });
  expect(await admin('PUT', path, body, { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { code: 'cross-site' },
  });
});

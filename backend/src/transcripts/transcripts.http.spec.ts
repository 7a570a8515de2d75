import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episode = (number: number) => uuidFrom(seriesUuid, String(number), EpisodeUuid);

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const { series } = app.services;
  const context = systemContext('spec');
  await series.putSeries(
    {
      seriesUuid,
      feedUrl: null,
      itunesId: null,
      facts: seriesFacts('Café Übung'),
    },
    context,
  );
  for (let number = 1; number <= 5; number++)
    await series.putEpisode(
      {
        episodeUuid: episode(number),
        seriesUuid,
        guid: null,
        facts: {
          title: `Part ${number}`,
          description: '<p>Hi</p>',
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-0${number}-01T00:00:00.000Z`,
          durationSeconds: 60,
          link: null,
          transcripts: [],
        },
      },
      context,
    );
  const [person] = ((await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[]).filter(
    ({ name }) => name === 'person',
  );
  await admin('POST', '/api/admin/entity-patterns', { name: 'Ada Lovelace', entityTypeId: person!.id });
});
afterAll(async () => app.stop());

const vtt = (...lines: string[]) =>
  Buffer.from(
    `WEBVTT\n\n${lines.map((line, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n${line}`).join('\n\n')}\n`,
  );
const put = (number: number, file: unknown, headers?: Record<string, string>) =>
  admin('POST', `/api/admin/episodes/${episode(number)}/transcript-file`, file, headers);

it('records an uploaded file and shows it with its mentions in the next read', async () => {
  const file = vtt(
    '<v Bea>Who was Ada Lovelace?',
    '<v Cem>A mathematician.',
    '<v Bea>ADA  LOVELACE wrote the first one.',
  );
  const answer = await put(1, file, { 'content-type': 'application/octet-stream' });
  expect(answer).toMatchObject({ status: 200, body: { segments: 3, speakers: 2, warnings: [] } });
  const page = await app.visitor('GET', '/api/podcasts/caféübung/part-1');
  expect(page).toMatchObject({
    status: 200,
    body: {
      podcast: { name: 'Café Übung', slug: 'CaféÜbung', totalEpisodes: 5 },
      episode: {
        uuid: episode(1),
        slug: 'part-1',
        hasWhisperTranscript: true,
        transcriptSource: 'upload',
        datePublished: 1767225600,
      },
      transcript: [
        { speaker: 'Bea', startTime: 0, endTime: 1000, timeFormatted: '00:00:00', text: 'Who was Ada Lovelace?' },
        { speaker: 'Cem' },
        { speaker: 'Bea' },
      ],
      entityMentions: [
        { entity: { name: 'Ada Lovelace', type: 'person', wholeWord: true }, count: 2, marks: [0, 8, 20, 2, 0, 12] },
      ],
      description: '<p>Hi</p>',
    },
  });
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('etag')).toMatch(/^"[\w-]+"$/);
});

it('records the same file once', async () => {
  await put(2, vtt('Hello.'));
  const head = await app.services.log.head();
  expect(await put(2, vtt('Hello.'))).toMatchObject({ status: 200, body: { segments: 1 } });
  expect(await app.services.log.head()).toBe(head);
});

it('takes the first file of a multipart form', async () => {
  const form = new FormData();
  form.set('file', new Blob([vtt('From a form.')]), 'x.vtt');
  expect(await put(3, form)).toMatchObject({ status: 200, body: { segments: 1 } });
});

it.each([
  ['an empty file', Buffer.alloc(0), 400, 'invalid'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 400, 'transcript-form-unknown'],
  [
    'a page',
    Buffer.from('<!doctype html><html><body><p>Nothing to hear</p></body></html>'),
    400,
    'transcript-form-unknown',
  ],
  ['more than 10 MB', Buffer.alloc(20 * 1024 * 1024, 'x'), 413, 'too-large'],
])('refuses %s in one sentence and records nothing', async (_, file, status, code) => {
  const head = await app.services.log.head();
  const answer = await put(4, file);
  expect(answer).toMatchObject({ status, body: { status, code, detail: expect.stringMatching(/^[A-Z].*\.$/) } });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await app.services.log.head()).toBe(head);
});

it('refuses an unknown episode or podcast', async () => {
  expect(
    await admin('POST', `/api/admin/episodes/${uuidFrom(seriesUuid, '99')}/transcript-file`, vtt('x')),
  ).toMatchObject({
    status: 404,
    body: { code: 'episode-unknown' },
  });
  expect(await app.visitor('GET', '/api/podcasts/nobody')).toMatchObject({
    status: 404,
    body: { code: 'series-unknown' },
  });
  expect(await app.visitor('GET', '/api/podcasts/caféübung/nothing')).toMatchObject({
    status: 404,
    body: { code: 'episode-unknown' },
  });
});

it('reports an invalid file before an unknown episode, and a file that is too large first', async () => {
  const nobody = `/api/admin/episodes/${uuidFrom(seriesUuid, '99')}/transcript-file`;
  expect(await admin('POST', nobody, Buffer.from('89504e470d0a1a0a', 'hex'))).toMatchObject({ status: 400 });
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(11 * 1024 * 1024, 'x')]), 'x.vtt');
  expect(await admin('POST', '/api/admin/episodes/zzz/transcript-file', form)).toMatchObject({ status: 413 });
});

it('replaces a corrected transcript only on request, and returns what is shown', async () => {
  const [one, other] = [vtt('<v Bea>One.', '<v Cem>Two.', '<v Bea>Three.'), vtt('Another.')];
  await put(5, one);
  const path = `/api/podcasts/${seriesUuid}/${episode(5)}`;
  const page = async () => (await app.visitor('GET', path)).body as { transcript: { text: string }[] };
  const { transcript } = await page();
  const edited = [{ ...transcript[0], text: 'Uno.' }];
  expect(await admin('PUT', `/api/episodes/${episode(5)}/transcript`, { segments: edited })).toMatchObject({
    body: { changes: 3 },
  });
  const head = await app.services.log.head();
  expect(await put(5, one)).toMatchObject({
    status: 200,
    body: {
      segments: 1,
      speakers: 1,
      warnings: ['This file was imported before; its transcript has 3 corrections by people and was kept.'],
    },
  });
  for (const value of ['', '?replaceEdits=false'])
    expect(await admin('POST', `/api/admin/episodes/${episode(5)}/transcript-file${value}`, other)).toMatchObject({
      status: 409,
      body: {
        code: 'transcript-edited',
        detail: expect.stringContaining('This transcript has 3 corrections by people'),
      },
    });
  expect(
    await admin('POST', `/api/admin/episodes/${episode(5)}/transcript-file?replaceEdits=perhaps`, other),
  ).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect(await app.services.log.head()).toBe(head);
  expect(
    await admin('POST', `/api/admin/episodes/${episode(5)}/transcript-file?replaceEdits=true`, other),
  ).toMatchObject({ status: 200, body: { segments: 1, warnings: [] } });
  expect((await page()).transcript).toMatchObject([{ text: 'Another.' }]);
  // This one has no corrections.
  expect(await put(5, one)).toMatchObject({ status: 200, body: { segments: 1 } });
  expect((await page()).transcript).toMatchObject([{ text: 'Uno.' }]);
});

it('previews a file without recording it', async () => {
  const path = `/api/admin/episodes/${episode(5)}/transcript-file?preview=true`;
  const head = await app.services.log.head();
  const lines = Array.from({ length: 9 }, (_, index) => `<v ${index % 2 === 0 ? 'Bea' : 'Cem'}>Line ${index}.`);
  const file = Buffer.concat([vtt(...lines), Buffer.from('\n00:00:30.000 --> 00:00:31.000\nA\n'.repeat(8))]);
  expect(await admin('POST', path, file)).toMatchObject({
    status: 200,
    body: {
      format: 'WebVTT',
      segments: 10,
      speakers: 2,
      speakerNames: ['Bea', 'Cem'],
      warnings: [expect.any(String)],
      first: { 0: { startTime: 0, endTime: 1000, speaker: 'Bea', text: 'Line 0.', timeFormatted: '00:00:00' } },
      replaces: true,
      corrections: 3,
    },
  });
  expect(await admin('POST', path, vtt('Another.'))).toMatchObject({
    body: { replaces: true, corrections: 3, warnings: [] },
  });
  expect(await admin('POST', path, Buffer.from('89504e470d0a1a0a', 'hex'))).toMatchObject({
    status: 400,
    body: { code: 'transcript-form-unknown' },
  });
  const nobody = path.replace(episode(5), uuidFrom(seriesUuid, '99'));
  expect(await admin('POST', nobody, vtt('x'))).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
  expect(await admin('POST', path.replace('true', 'perhaps'), vtt('x'))).toMatchObject({ status: 400 });
  expect(await app.services.log.head()).toBe(head);
  await put(2, vtt('Hello.'));
  expect(await admin('POST', path.replace(episode(5), episode(2)), vtt('Hello.'))).toMatchObject({
    body: {
      replaces: false,
      corrections: 0,
      warnings: ['This file was recorded before; recording it again changes nothing.'],
    },
  });
});

it('always answers with the whole episode, whatever the caller has cached', async () => {
  const path = `/api/podcasts/${seriesUuid}/${episode(1)}`;
  const etag = (await app.visitor('GET', path)).headers.get('etag')!;
  for (const value of [etag, '*']) {
    // Without fetch, which then disables caching.
    const asked = get(`${app.url}${path}`, { headers: { 'if-none-match': value } });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response).toMatchObject({ statusCode: 200, headers: { etag } });
    expect(JSON.parse(await text(response))).toMatchObject({ version: etag.slice(1, -1) });
  }
});

it('is closed to visitors and to those without the role', async () => {
  const path = `/api/admin/episodes/${episode(4)}/transcript-file`;
  expect(await app.visitor('POST', path, vtt('x'))).toMatchObject({ status: 401 });
  expect(await (await app.signIn('reader'))('POST', path, vtt('x'))).toMatchObject({ status: 403 });
  expect(await (await app.signIn('analyst'))('POST', path, vtt('x'))).toMatchObject({ status: 403 });
});

it('lists episodes with mentions on the dashboard, and all episodes of the podcast, newest first', async () => {
  expect(await app.visitor('GET', '/api/dashboard/recent-episodes')).toMatchObject({
    body: [{ title: 'Part 1', mentionsCount: 2, podcastName: 'Café Übung' }],
  });
  expect(await app.visitor('GET', '/api/dashboard/podcast-series')).toMatchObject({
    body: [{ name: 'Café Übung', episodeCount: 5 }],
  });
  expect(await app.visitor('GET', '/api/podcasts/recent')).toMatchObject({
    body: [{ slug: 'CaféÜbung', episodeCount: 5 }],
  });
  const { body } = await app.visitor('GET', `/api/podcasts/${seriesUuid}`);
  expect(body).toMatchObject({
    episodes: [
      { title: 'Part 5' },
      { title: 'Part 4' },
      { title: 'Part 3' },
      { title: 'Part 2' },
      { title: 'Part 1', mentionsCount: 2 },
    ],
  });
});

it('refreshes the entities by the current vocabulary on request', async () => {
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  const entityTypeId = types.find(({ name }) => name === 'person')!.id;
  await admin('POST', '/api/admin/entity-patterns', { name: 'mathematician', entityTypeId });
  const before = (await app.visitor('GET', '/api/podcasts/caféübung/part-1')).body as { entityMentions: unknown[] };
  expect(before.entityMentions).toHaveLength(1);
  expect(await admin('POST', `/api/episodes/${episode(1)}/refresh-entities`, {})).toMatchObject({
    status: 200,
    body: { entityCount: 2 },
  });
});

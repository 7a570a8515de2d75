import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DashboardEpisode } from '@earmark/contracts/episodes';
import { event } from '@earmark/projections/testing';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
let episodes: DashboardEpisode[];
beforeAll(async () => {
  app = await startApp();
  await app.services.sampleLibrary.load(() => undefined);
  await app.services.checkpoints.passed(await head());
  admin = await app.signIn('admin');
  const { body } = await app.visitor('GET', '/api/episodes');
  ({ episodes } = body as { episodes: DashboardEpisode[] });
});
afterAll(async () => app.stop());

const head = async () => app.services.log.head();
/** Nobody stores these through Earmark, which checks what it records. */
const store = async (stream: string, type: string) => {
  let revision = -1;
  for await (const last of app.services.log.readStream(stream, { direction: 'backwards', limit: 1 }))
    revision = last.revision;
  await app.services.log.append(stream, [event(type, { nonsense: true })], revision === -1 ? 'no-stream' : revision);

  return revision + 1;
};
const save = {
  transcript: async (id: string) =>
    admin('PUT', `/api/episodes/${id}/transcript`, { segments: [{ speaker: 'A', start: 0, end: 1, text: 'Hello' }] }),
  entities: async (id: string) => admin('PUT', `/api/episodes/${id}/entities`, { entityMentions: [] }),
  description: async (id: string) => admin('PUT', `/api/episodes/${id}/description`, { description: '<p>New</p>' }),
};

it.each([
  ['transcript', 'transcript', 'SegmentEdited'],
  ['entities', 'entities', 'EntityAdded'],
  ['description', 'episode', 'DescriptionEdited'],
] as const)('names the malformed event in whose way the %s cannot be saved', async (what, category, type) => {
  const { id } = episodes.shift()!;
  expect(await save[what](id)).toMatchObject({ status: 200 });
  const number = await store(`${category}-${id}`, type);
  const lines = app.reports.length;
  const answer = await save[what](id);

  expect(answer).toMatchObject({
    status: 500,
    body: {
      code: 'event-unreadable',
      detail:
        `The event ${type}, number ${number} of the stream ${category}-${id}, is malformed, so nothing that depends on ` +
        'it can be read or changed. An operator can restore the event log from a backup that was made before it.',
    },
  });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  // The log of the server also says what is wrong with it, once and without a stack.
  expect(app.reports.slice(lines).filter((line) => line.includes('event-unreadable'))).toEqual([
    expect.stringMatching(/data of \w+ does not match its schema: (?!.*node_modules)/s),
  ]);
});

it('says of an event of a newer version that this one does not know it', async () => {
  const { id } = episodes.shift()!;
  const number = await store(`episode-${id}`, 'DescriptionSung');

  expect((await save.description(id)).body).toMatchObject({
    code: 'event-unreadable',
    detail:
      `The event DescriptionSung, number ${number} of the stream episode-${id}, is unknown to this version of Earmark, so ` +
      'nothing that depends on it can be read or changed. An operator can run the version that recorded it.',
  });
});

it('names the event also to whoever reads the past, and shows what came before it', async () => {
  const { id, slug, podcastSlug } = episodes.shift()!;
  const before = await head();
  const number = await store(`transcript-${id}`, 'SegmentEdited');
  const page = async (asOf: bigint) => app.visitor('GET', `/api/podcasts/${podcastSlug}/${slug}?asOf=${asOf}`);

  expect(await page(before)).toMatchObject({ status: 200 });
  expect(await page(await head())).toMatchObject({
    status: 500,
    body: { detail: expect.stringContaining(`SegmentEdited, number ${number} of the stream transcript-${id},`) },
  });
});

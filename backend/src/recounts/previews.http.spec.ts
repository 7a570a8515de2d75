import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PreviewAnswer } from '@earmark/contracts/recounts';
import { systemContext } from '../kit/system-context.ts';
import type { Caller } from '../testing/running-app.ts';
import {
  addPattern,
  analyst,
  app,
  episodeOf,
  location,
  newestOf,
  patterns,
  seriesOf,
  SOON_MS,
  startRecounts,
  until,
} from './recounts.fixture.ts';

beforeAll(startRecounts);
afterAll(async () => app.stop());

it('previews an addition, a change and a deletion without writing anything', async () => {
  const head = await app.services.log.head();
  const added = await preview({ change: 'add', name: 'Oslo', entityTypeId: location });
  expect(added).toMatchObject({
    before: { mentions: 0, episodes: 0 },
    after: { mentions: 6, episodes: 3 },
    unchanged: 0,
    removed: [],
  });
  expect(added.added).toHaveLength(6);
  expect(added.added[0]).toMatchObject({
    episodeTitle: 'Episode 3',
    text: 'Rome and Oslo.',
    speaker: 'Ada',
    marks: [9, 13],
    podcastUuid: seriesOf(2),
    link: '/podcasts/Series2/episode-3',
  });
  expect(added.episodes).toHaveLength(3);
  const [rome] = await patterns('Rome');
  expect(await preview({ change: 'edit', id: rome!.id, caseSensitive: true })).toMatchObject({
    before: { mentions: 6, episodes: 3 },
    after: { mentions: 6, episodes: 3 },
    unchanged: 6,
  });
  const stricter = await preview({ change: 'edit', id: rome!.id, name: 'ROME', caseSensitive: true });
  expect(stricter).toMatchObject({ after: { mentions: 3 }, unchanged: 3, added: [] });
  expect(stricter.unchangedPassages.map(({ text, marks }) => text.slice(marks[0], marks[1]))).toEqual(
    Array.from({ length: 3 }, () => 'ROME'),
  );
  expect(stricter.removed).toHaveLength(3);
  // An alias: a segment counts once for both.
  expect(await preview({ change: 'add', name: 'Oslo', entity: 'Rome', entityTypeId: location })).toMatchObject({
    before: { mentions: 6 },
    after: { mentions: 9 },
    unchanged: 6,
  });
  const gone = await preview({ change: 'delete', id: rome!.id });
  expect(gone).toMatchObject({ before: { mentions: 6 }, after: { mentions: 0, episodes: 0 }, unchanged: 0 });
  expect(gone.removed).toHaveLength(6);
  expect(await app.services.log.head()).toBe(head);
});

it('finds matches inside words when the pattern allows it', async () => {
  expect(await preview({ change: 'add', name: 'yi', wholeWord: false, entityTypeId: location })).toMatchObject({
    after: { mentions: 3 },
  });
  expect(await preview({ change: 'add', name: 'yi', wholeWord: true, entityTypeId: location })).toMatchObject({
    after: { mentions: 0 },
  });
});

it('refuses a preview of an invalid change', async () => {
  const status = async (body: unknown) => (await analyst('POST', '/api/admin/patterns/preview', body)).status;
  expect(await status({ change: 'add', name: '\u200b', entityTypeId: location })).toBe(400);
  expect(await status({ change: 'add', name: 'x', entityTypeId: seriesOf(1) })).toBe(404);
  expect(await status({ change: 'delete', id: seriesOf(1) })).toBe(404);
  expect(await status({ change: 'rename' })).toBe(400);
  expect(await status({ change: 'edit', id: episodeOf(1), name: '\u200b' })).toBe(400);
  for (const change of ['edit', 'delete'])
    expect(await analyst('POST', '/api/admin/patterns/preview', { change })).toMatchObject({
      status: 400,
      body: { detail: 'Say which pattern to change: the field "id" is missing.' },
    });
  expect((await (await app.signIn('reader'))('POST', '/api/admin/patterns/preview', {})).status).toBe(403);
  expect((await app.visitor('POST', '/api/admin/recounts', {})).status).toBe(401);
});

it('gives up the previews of callers who have gone, so that the newest need not wait for them', async () => {
  const url = '/api/admin/patterns/preview';
  const body = { change: 'add', name: 'yi', wholeWord: false, entityTypeId: location };
  const holder = await app.services.pool.connect();
  await holder.query('begin; lock table read.mentions_episode in access exclusive mode');
  try {
    const leaving = new AbortController();
    const left = Array.from({ length: MAX_WAITING }, async () => analyst('POST', url, body, {}, leaving.signal));
    const ends = Promise.allSettled(left);
    await until(async () => (await soon(analyst('POST', url, body)))?.status === 429);
    leaving.abort();
    await ends;

    let newest = analyst('POST', url, body);
    await until(async () => {
      if ((await soon(newest)) === null) return true;
      newest = analyst('POST', url, body);
      return false;
    });
    await holder.query('rollback');
    expect(await newest).toMatchObject({ status: 200, body: { after: { mentions: 3 } } });
  } finally {
    holder.release(true);
  }
});

it('counts again what changes of patterns did, in the current texts, whatever is published', async () => {
  await addPattern('Nothing');
  const [nothing] = await patterns('Nothing');
  const path = `/api/admin/entity-patterns/${nothing!.id}`;
  expect((await analyst('PATCH', path, { name: 'again' })).status).toBe(200);
  expect((await analyst('DELETE', path)).status).toBe(200);
  const rows = ['ship', 'Kyiv'].map((name) => ({ name, entity: null, entityType: 'location' }));
  await app.services.vocabulary.import(
    rows.map((row) => ({ ...row, caseSensitive: false, wholeWord: true, url: null })),
    systemContext('spec'),
  );
  const imported = await newestOf('PatternsImported');
  expect((await analyst('POST', `/api/admin/history/${imported}/revert`, {})).status).toBe(200);

  const head = await app.services.log.head();
  const added = await compare(await newestOf('PatternAdded'));
  expect(added).toMatchObject({ before: { mentions: 0 }, after: { mentions: 3, episodes: 3 }, unchanged: 0 });
  expect(added.added.map(({ text }) => text)).toEqual(['Nothing.', 'Nothing.', 'Nothing.']);
  const edited = await compare(await newestOf('PatternEdited'));
  expect(edited).toMatchObject({ before: { mentions: 3 }, after: { mentions: 3 }, unchanged: 0 });
  expect([edited.removed[0]?.text, edited.added[0]?.text]).toEqual(['Nothing.', 'ROME again, Rome!']);
  const deleted = await compare(await newestOf('PatternDeleted'));
  expect(deleted).toMatchObject({ before: { mentions: 3 }, after: { mentions: 0, episodes: 0 } });
  // One text mentions both.
  const both = await compare(imported);
  expect(both).toMatchObject({ before: { mentions: 0 }, after: { mentions: 6, episodes: 3 } });
  expect(both.added.map(({ marks }) => marks)).toEqual([1, 2, 3].map(() => [3, 7, 12, 16]));
  expect((await compare(await newestOf('PatternsRemoved'))).removed).toHaveLength(3);
  expect(await app.services.log.head()).toBe(head);
});

it('compares changes of patterns only, for analysts', async () => {
  const asked = async (caller: Caller, id: string) =>
    (await caller('GET', `/api/admin/history/${id}/comparison`)).status;
  const added = await newestOf('PatternAdded');
  expect(await asked(analyst, await newestOf('EntityNamed'))).toBe(400);
  expect(await asked(analyst, seriesOf(1))).toBe(404);
  expect(await asked(analyst, 'x')).toBe(400);
  expect(await asked(await app.signIn('reader'), added)).toBe(403);
  expect(await asked(app.visitor, added)).toBe(401);
});

/** Previews: see previews.ts. */
const MAX_WAITING = 16;
const preview = async (body: unknown): Promise<PreviewAnswer> => {
  const answer = await analyst('POST', '/api/admin/patterns/preview', body);
  expect(answer.status).toBe(200);

  return answer.body as PreviewAnswer;
};
async function compare(eventId: string): Promise<PreviewAnswer> {
  const { status, body } = await analyst('GET', `/api/admin/history/${eventId}/comparison`);
  expect(status).toBe(200);

  return body as PreviewAnswer;
}
/** Null when there is no answer yet. */
const soon = async <Result>(answer: Promise<Result>): Promise<Result | null> =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(() => resolve(null), SOON_MS))]);

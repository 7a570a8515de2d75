import { expect, it } from '@jest/globals';
import type { Answer, AnswerPage } from '@earmark/contracts/assistant';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { CALLS, openAssistant } from './assistant.fixture.ts';

const { app, get, ask, browser, level } = openAssistant();

it('kept answers are for their browser alone, unless they are shared', async () => {
  const [owner, other] = [browser(), browser()];
  const { id, address } = await ask('Who drew the Copan?', {}, owner);
  await ask('Who was Edgar Codd?', {}, other);
  const path = `${CALLS}/answers/${id}`;
  expect(address).toBe(`/ask-earmark/answers/${id}`);
  expect((await owner('GET', path)).body).toMatchObject({ isMine: true, isShared: false });
  for (const caller of [other, app().visitor, await app().signIn('admin')])
    expect((await caller('GET', path)).status).toBe(404);
  expect((await other('PUT', `${path}/sharing`, { isShared: true })).status).toBe(404);
  expect((await other('DELETE', path)).status).toBe(404);
  expect((await owner('PUT', `${path}/sharing`, { isShared: true })).body).toMatchObject({ isShared: true });
  expect((await other('GET', path)).body).toMatchObject({ isMine: false, question: 'Who drew the Copan?' });
  await owner('PUT', `${path}/sharing`, { isShared: false });
  expect((await other('GET', path)).status).toBe(404);
});

it('kept answers are listed on all devices of an account, searched, and deleted', async () => {
  const [one, two] = [await app().signIn('reader'), await app().signIn('reader')];
  const first = await ask('Who drew the Copan?', {}, one);
  const second = await ask('Who was Edgar Codd?', {}, two);
  const list = async (query = '') =>
    (await get<AnswerPage>(`${CALLS}/answers${query}`, two)).answers.map(({ id }) => id);
  expect(await list()).toEqual([second.id, first.id]);
  expect(await list('?q=copan')).toEqual([first.id]);
  expect((await get<AnswerPage>(`${CALLS}/answers`)).answers).toEqual([]);
  expect((await two('DELETE', `${CALLS}/answers/${first.id}`)).body).toEqual({ deleted: 1 });
  expect((await one('GET', `${CALLS}/answers/${first.id}`)).status).toBe(404);
  expect((await one('DELETE', `${CALLS}/answers`)).body).toEqual({ deleted: 1 });
  expect(await list()).toEqual([]);
});

it('kept answers are exported as Markdown with a note for each citation', async () => {
  const caller = browser();
  const { id, citations } = await ask('Why is Postgres called Postgres?', {}, caller);
  const { body, headers } = await caller('GET', `${CALLS}/answers/${id}/markdown`);
  expect(headers.get('content-type')).toContain('text/markdown');
  for (const { n } of citations) expect(String(body)).toContain(`[^${n}]: `);
  expect(String(body)).toContain(`](${app().url}/podcasts/`);
});

it('kept answers say when a passage was corrected since, and still show it as cited', async () => {
  const caller = browser();
  const before = await ask('Which editor does Zofia use at work?', {}, caller);
  const cited = before.citations.find(({ text }) => text.includes('Visual Studio Code at work'))!;
  const path = `/api/podcasts/${cited.podcastSlug}/${cited.episodeSlug}`;
  const { episode, transcript } = await get<EpisodePage>(path);
  const corrected = transcript.map((segment) =>
    segment.id === cited.segmentIds[0] ? { ...segment, text: 'Emacs at work.' } : segment,
  );
  const admin = await app().signIn('admin');
  expect((await admin('PUT', `/api/episodes/${episode.uuid}/transcript`, { segments: corrected })).status).toBe(200);
  const after = await get<Answer>(`${CALLS}/answers/${before.id}`, caller);
  const now = after.citations.find(({ n }) => n === cited.n)!;
  expect(now).toMatchObject({ text: cited.text, isCorrectedSince: true });
  expect(now.currentText).toContain('Emacs at work.');
  const asOf = new URL(now.linkAsCited, app().url).searchParams.get('asOf')!;
  const then = await get<EpisodePage>(`${path}?asOf=${encodeURIComponent(asOf)}`);
  expect(then.transcript.map(({ text }) => text)).toContain('Visual Studio Code at work. At home, a pencil.');
});

it('kept answers leave out what an episode said that was removed since', async () => {
  const caller = browser();
  const before = await ask('What is in a mortadella sandwich?', {}, caller);
  expect(before.isAnswered).toBe(true);
  const { episodeUuid } = before.citations[0]!;
  const admin = await app().signIn('admin');
  expect((await admin('DELETE', `/api/admin/episodes/${episodeUuid}`)).status).toBeLessThan(300);
  await level();
  const after = await get<Answer>(`${CALLS}/answers/${before.id}`, caller);
  expect(after.removed).toBeGreaterThan(0);
  expect(JSON.stringify(after.statements) + after.answer).not.toContain('mortadella');
  expect(after.citations.filter((one) => one.episodeUuid === episodeUuid)).toEqual([]);
  await admin('POST', `/api/admin/episodes/${episodeUuid}/restore`);
  await level();
});

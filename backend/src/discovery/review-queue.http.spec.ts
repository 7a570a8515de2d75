import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CandidateCardPage, IgnoredName, ReviewDecision } from '@earmark/contracts/discovery';
import type { z } from 'zod';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { addEpisodes, candidate, episode, projected, propose } from './discovery.fixture.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await addEpisodes(app, [
    ['Huberman here.', 'Huberman and Roam.', 'Roam, Roam.', 'The NYT.', 'Nvidia.'],
    ['Huberman again.', 'Nvidia is not Roam.'],
    ['Nvidia.', 'Nvidia, Nvidia.', 'Roam.', 'Roam.', 'Roam.'],
  ]);
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
  const person = types.find(({ name }) => name === 'person')!.id;
  const company = types.find(({ name }) => name === 'company')!.id;
  for (const [name, entityTypeId] of [
    ['Andrew Huberman', person],
    ['New York Times', company],
    ['Nvidea', company],
    ['Roam', person],
  ])
    await admin('POST', '/api/admin/entity-patterns', { name, entityTypeId });
  await propose(
    app,
    1,
    candidate('Huberman', 'person', '0.90'),
    candidate('Roam', 'product', '0.55'),
    candidate('NYT', 'newspaper', '0.70'),
  );
  await propose(app, 2, candidate('HUBERMAN', 'person', '0.95'));
  await propose(app, 3, candidate('Nvidia', 'company', '0.30'));
  await projected(app);
});
afterAll(async () => app.stop());

const at = '/api/admin/discovered-entities';
const cards = async (query = '') =>
  (await admin('GET', `${at}/cards?${query}`)).body as z.infer<typeof CandidateCardPage>;
const names = async (query: string) => (await cards(query)).cards.map(({ name }) => name);

it('groups the same name over episodes, and offers entities that are near', async () => {
  const { cards: all, total, progress, types, bands, next } = await cards();
  expect(
    all.map(({ name, confidence, frequency, members, near }) => [
      name,
      confidence,
      frequency,
      members.map(({ episodeUuid }) => episodeUuid),
      near.map(({ name: its, how }) => `${its}: ${how}`),
    ]),
  ).toEqual([
    ['HUBERMAN', '0.95', 3, [episode(2), episode(1)], ['Andrew Huberman: a longer name']],
    ['NYT', '0.70', 1, [episode(1)], ['New York Times: these are its initials']],
    ['Roam', '0.55', 2, [episode(1)], ['Roam: same name in another category']],
    ['Nvidia', '0.30', 2, [episode(3)], ['Nvidea: one letter differs']],
  ]);
  expect({ total, progress, next }).toEqual({
    total: { cards: 4, candidates: 5 },
    progress: { decided: 0, mine: 0, pending: 5 },
    next: null,
  });
  expect(types).toEqual([
    { type: 'person', count: 2 },
    { type: 'company', count: 1 },
    { type: 'newspaper', count: 1 },
    { type: 'product', count: 1 },
  ]);
  expect(bands.map(({ count }) => count)).toEqual([2, 1, 2]);
});

it('sorts by what a reviewer asks for, and goes on from a place that was decided meanwhile', async () => {
  expect(await names('sort=confidence')).toEqual(['Nvidia', 'Roam', 'NYT', 'HUBERMAN']);
  expect(await names('sort=uncertainty')).toEqual(['Roam', 'Nvidia', 'NYT', 'HUBERMAN']);
  expect(await names('sort=frequency')).toEqual(['HUBERMAN', 'Nvidia', 'Roam', 'NYT']);
  // What an approval everywhere would add.
  expect(await names('sort=gain')).toEqual(['Roam', 'Nvidia', 'HUBERMAN', 'NYT']);
  expect(await names('sort=newest')).toEqual(['Nvidia', 'HUBERMAN', 'NYT', 'Roam']);
  const first = await cards('limit=2');
  const decided = await admin('POST', `${at}/bulk-reject`, { entityIds: first.cards[1]!.members.map(({ id }) => id) });
  expect(await names(`status=pending&limit=2&after=${first.next}`)).toEqual(['Roam', 'Nvidia']);
  await undo(decided);
});

it('filters by the words of the address', async () => {
  expect(await names('type=person')).toEqual(['HUBERMAN']);
  expect(await names('band=low')).toEqual(['Roam', 'Nvidia']);
  expect(await names(`episode=${episode(3)}`)).toEqual(['Nvidia']);
  expect(await names('q=ROÁ')).toEqual(['Roam']);
  expect(await names('status=approved')).toEqual([]);
  const { body } = await admin('GET', `${at}/ids?type=person&status=pending`);
  expect(body).toMatchObject({ isComplete: true });
  expect((body as { ids: string[] }).ids).toHaveLength(2);
  expect(await admin('GET', `${at}/cards?after=xyz`)).toMatchObject({ status: 400 });
});

it('lists decisions, a bulk as one, and what was undone', async () => {
  const bulkId = randomUUID();
  const { cards: all } = await cards('status=pending');
  for (const { members } of all.slice(0, 2))
    await admin('POST', `${at}/bulk-reject`, { entityIds: members.map(({ id }) => id), bulkId });
  const decisions = async (mine: boolean) =>
    ((await admin('GET', `${at}/decisions?mine=${mine}`)).body as { decisions: ReviewDecision[] }).decisions;
  expect((await decisions(true))[0]).toMatchObject({
    correlationId: bulkId,
    actor: 'admin',
    sentence: 'Rejected 3 candidates, such as “NYT”.',
    count: 3,
    isUndone: false,
  });
  expect((await cards()).progress).toEqual({ decided: 3, mine: 3, pending: 2 });
  await undo({ body: { correlationId: bulkId } });
  expect((await decisions(false))[0]).toMatchObject({ correlationId: bulkId, isUndone: true });
});

it('says what a decision would do', async () => {
  const { cards: all } = await cards('sort=-confidence');
  const [huberman, nyt, roam] = all.map(({ members }) => members.map(({ id }) => id));
  const effect = async (body: object) => (await admin('POST', `${at}/effect`, body)).body;
  expect(await effect({ entityIds: huberman, decision: 'approve' })).toEqual({
    sentence: 'Adds “HUBERMAN” to Person: 3 mentions in 2 episodes.',
    mentions: 3,
    episodes: 2,
  });
  expect(await effect({ entityIds: roam, decision: 'approve', scope: 'everywhere' })).toEqual({
    sentence: 'Adds pattern “Roam” to Product: 6 mentions in 3 episodes.',
    mentions: 6,
    episodes: 3,
  });
  expect(await effect({ entityIds: nyt, decision: 'approve', scope: 'everywhere' })).toMatchObject({
    code: 'entity-type-missing',
  });
  expect(await effect({ entityIds: nyt, decision: 'reject', scope: 'everywhere' })).toMatchObject({
    sentence: 'Rejects “NYT”, which is not proposed again in any episode.',
  });
  expect(await effect({ entityIds: huberman, decision: 'reject', scope: 'category' })).toMatchObject({
    sentence: 'Rejects “HUBERMAN”, which is not proposed again as Person.',
  });
});

it('says of many what an approval would do, and which of them it would leave', async () => {
  const { cards: all } = await cards('sort=-confidence');
  const [huberman, nyt, roam] = all.map(({ members }) => members.map(({ id }) => id));
  const effect = async (body: object) => (await admin('POST', `${at}/effect`, { decision: 'approve', ...body })).body;
  expect(await effect({ entityIds: [...nyt!, ...huberman!, ...roam!] })).toEqual({
    sentence:
      'Adds 2 names: 5 mentions in 2 episodes. Leaves 1 candidate as it is: there is no category “newspaper” yet.',
    mentions: 5,
    episodes: 2,
  });
  expect(await effect({ entityIds: [...nyt!, ...roam!] })).toMatchObject({
    sentence: expect.stringMatching(/^Adds “Roam” to Product: 2 mentions in 1 episode\. Leaves 1 candidate as it is: /),
  });
  expect(await effect({ entityIds: [...nyt!, ...huberman!], correctedEntityType: 'company' })).toMatchObject({
    sentence: 'Adds 2 names: 4 mentions in 2 episodes.',
  });
});

it('lists names that are not proposed, and lets them be proposed again', async () => {
  const { cards: all } = await cards('type=company');
  await admin('POST', `${at}/${all[0]!.members[0]!.id}/reject`, { scope: 'category' });
  const list = async () => (await admin('GET', '/api/admin/ignored-names')).body as IgnoredName[];
  const [ignored] = await list();
  expect(ignored).toMatchObject({ name: 'Nvidia', type: 'company', actor: 'admin' });
  expect(await propose(app, 2, candidate('Nvidia', 'company'))).toMatchObject({ proposed: 0, rejected: 1 });
  expect((await admin('DELETE', `/api/admin/ignored-names/${ignored!.id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await admin('DELETE', `/api/admin/ignored-names/${ignored!.id}`)).status).toBe(404);
});

it('says how good the finder was, and gives all contexts', async () => {
  const { body } = await admin('GET', `${at}/quality`);
  expect(body).toMatchObject({
    rows: [
      { type: 'company', band: 'low', proposed: 1, rejected: 1 },
      { type: 'newspaper', band: 'medium', pending: 1 },
      { type: 'person', band: 'high', proposed: 2, pending: 2 },
      { type: 'product', band: 'low', pending: 1 },
    ],
  });
  const { members } = (await cards('q=roam')).cards[0]!;
  const contexts = (await admin('GET', `${at}/${members[0]!.id}/contexts`)).body;
  expect(contexts).toMatchObject({
    contexts: [{ text: 'Huberman and Roam.' }, { text: 'Roam, Roam.', marks: [0, 4, 6, 10] }],
  });
});

it('says when an approval of many would do nothing', async () => {
  await propose(app, 2, candidate('again', 'word'));
  await projected(app);
  const nyt = (await cards('q=NYT')).cards[0]!.members[0]!.id;
  const again = (await cards('q=again')).cards[0]!.members[0]!.id;
  expect((await admin('POST', `${at}/effect`, { decision: 'approve', entityIds: [nyt, again] })).body).toEqual({
    sentence: 'Leaves 2 candidates as they are: there are no categories “newspaper” and “word” yet.',
    mentions: 0,
    episodes: 0,
  });
});

async function undo({ body }: { body: unknown }) {
  const { correlationId } = body as { correlationId: string };
  const plan = await admin('POST', '/api/admin/history/revert-batch', { correlationId, dryRun: true });
  return admin('POST', '/api/admin/history/revert-batch', { undoId: (plan.body as { undoId: string }).undoId });
}

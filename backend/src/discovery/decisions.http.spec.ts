import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CandidateId, type DiscoveredEntity, type ReviewDecision } from '@earmark/contracts/discovery';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { EventId } from '@earmark/contracts/kit';
import type { EntityId, PatternPage } from '@earmark/contracts/vocabulary';
import { entities } from '../entities/entities.decider.ts';
import { formatVersion, givenVersion, versionNow } from '../episode-page/version.ts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { typeId } from '../vocabulary/vocabulary-state.ts';
import { addEpisodes, candidate, episode, projected, propose } from './discovery.fixture.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await addEpisodes(app, [
    ['Andrew Huberman is here.', 'Huberman sleeps.', 'So does Zettelkasten.', 'Ask Tim Ferris.', 'Nobody else.'],
    ['Huberman again.', 'Zettelkasten twice.', 'Zettelkasten thrice.'],
  ]);
  await propose(
    app,
    1,
    candidate('Huberman', 'person'),
    candidate('Zettelkasten', 'method'),
    candidate('Tim Ferris', 'person'),
  );
  await propose(app, 2, candidate('Huberman', 'person'), candidate('Zettelkasten', 'book'));
  await projected(app);
});
afterAll(async () => app.stop());

const at = '/api/admin/discovered-entities';
const list = async () => (await admin('GET', at)).body as DiscoveredEntity[];
const one = async (number: number, name: string) =>
  (await list()).find(
    ({ episodeUuid, name: its, contexts }) =>
      episodeUuid === episode(number) && (its === name || contexts[0]?.text.includes(name)),
  )!;
const page = async (number: number) => (await admin('GET', `/api/podcasts/notes/part-${number}`)).body as EpisodePage;
const counts = async (number: number) =>
  Object.fromEntries((await page(number)).entityMentions.map(({ entity, count }) => [entity.name, count]));
const patterns = async () =>
  ((await admin('GET', '/api/admin/entity-patterns')).body as PatternPage).patterns.map(({ name, entity }) => [
    name,
    entity,
  ]);
const undo = async (correlationId: string) => {
  const { body } = await admin('POST', '/api/admin/history/revert-batch', { correlationId, dryRun: true });
  return admin('POST', '/api/admin/history/revert-batch', { undoId: (body as { undoId: string }).undoId });
};
const sentences = async () => {
  const { body } = await admin('GET', `${at}/decisions?mine=true`);
  return (body as { decisions: ReviewDecision[] }).decisions.map(({ sentence }) => sentence);
};
const correlationOf = ({ body }: { body: unknown }) => (body as { correlationId: string }).correlationId;

describe('an approval', () => {
  it('adds the entity to its episode, and its undo takes it out', async () => {
    const { id } = await one(1, 'Huberman');
    const answer = await admin('POST', `${at}/${id}/approve`, { adminUrl: '', adminNotes: 'Guest' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, changed: 1, failed: [] } });
    expect(await counts(1)).toEqual({ Huberman: 2 });
    expect(await counts(2)).toEqual({});
    expect(await one(1, 'Huberman')).toMatchObject({ status: 'approved', adminNotes: 'Guest', reviewedBy: 'admin' });
    expect(await patterns()).toEqual([]);
    expect((await undo(correlationOf(answer))).status).toBe(200);
    expect(await counts(1)).toEqual({});
    expect(await one(1, 'Huberman')).toMatchObject({ status: 'pending', adminNotes: null, reviewedBy: null });
  });

  it('is refused with a way out while its category does not exist', async () => {
    const { id } = await one(1, 'Zettelkasten');
    expect(await admin('POST', `${at}/${id}/approve`, {})).toMatchObject({
      status: 409,
      body: {
        code: 'entity-type-missing',
        detail: 'There is no category “method” yet. Create it with New Type, or choose another one.',
      },
    });
  });

  it('everywhere adds entity and pattern to the vocabulary, under another category where one is given', async () => {
    const { id } = await one(1, 'Zettelkasten');
    const body = { correctedEntityType: 'book', scope: 'everywhere', adminUrl: 'https://zettel.example/' };
    const answer = await admin('POST', `${at}/${id}/approve`, body);
    expect(await patterns()).toEqual([['Zettelkasten', 'Zettelkasten']]);
    expect((await page(1)).entityMentions[0]).toMatchObject({
      entity: { name: 'Zettelkasten', type: 'book', url: 'https://zettel.example/' },
      count: 1,
    });
    // Other episodes follow with a recount.
    expect(await counts(2)).toEqual({});
    await admin('POST', `/api/admin/episodes/${episode(2)}/reprocess-entities`);
    expect(await counts(2)).toEqual({ Zettelkasten: 2 });
    await undo(correlationOf(answer));
    expect(await patterns()).toEqual([]);
    expect(await one(1, 'Zettelkasten')).toMatchObject({ status: 'pending', type: 'method', adminUrl: null });
    await admin('POST', `/api/admin/episodes/${episode(2)}/reprocess-entities`);
    expect(await counts(2)).toEqual({});
  });

  it('under another name counts what was found for that name', async () => {
    const { id } = await one(1, 'Tim Ferris');
    const answer = await admin('POST', `${at}/${id}/approve`, {
      correctedEntityName: 'Tim Ferriss',
      scope: 'everywhere',
    });
    expect(await counts(1)).toEqual({ 'Tim Ferriss': 1 });
    expect(await patterns()).toEqual([
      ['Tim Ferriss', 'Tim Ferriss'],
      ['Tim Ferris', 'Tim Ferriss'],
    ]);
    await undo(correlationOf(answer));
    expect([await counts(1), await patterns()]).toEqual([{}, []]);
  });

  it('as another name of an entity makes the pattern its alias', async () => {
    const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string; name: string }[];
    const entityTypeId = types.find(({ name }) => name === 'person')!.id;
    await admin('POST', '/api/admin/entity-patterns', { name: 'Andrew Huberman', entityTypeId });
    await admin('POST', `/api/admin/episodes/${episode(1)}/reprocess-entities`);
    const [{ entity }] = (await page(1)).entityMentions as [EpisodePage['entityMentions'][number]];
    const ids = [await one(1, 'Huberman'), await one(2, 'Huberman')].map(({ id }) => id);
    const answer = await admin('POST', `${at}/bulk-approve`, {
      entityIds: ids,
      entityId: entity.id,
      scope: 'everywhere',
    });
    expect(answer).toMatchObject({ status: 200, body: { changed: 2, failed: [] } });
    expect([await counts(1), await counts(2)]).toEqual([{ 'Andrew Huberman': 2 }, { 'Andrew Huberman': 1 }]);
    expect(await patterns()).toEqual([
      ['Andrew Huberman', 'Andrew Huberman'],
      ['Huberman', 'Andrew Huberman'],
    ]);
    await undo(correlationOf(answer));
    expect(await counts(1)).toEqual({ 'Andrew Huberman': 1 });
    expect(await patterns()).toEqual([['Andrew Huberman', 'Andrew Huberman']]);
  });
});

it('takes an approved one out of its episode when it is rejected', async () => {
  const { id } = await one(2, 'Zettelkasten');
  await admin('POST', `${at}/${id}/approve`, {});
  expect(await counts(2)).toMatchObject({ Zettelkasten: 2 });
  const answer = await admin('POST', `${at}/${id}/reject`, { adminNotes: 'No book' });
  expect(answer).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(await counts(2)).toEqual({});
  await undo(correlationOf(answer));
  expect(await counts(2)).toMatchObject({ Zettelkasten: 2 });
  // To pending, by the form of the row.
  await admin('PATCH', `${at}/${id}/edit`, { status: 'pending' });
  expect(await counts(2)).toEqual({});
  expect(await one(2, 'Zettelkasten')).toMatchObject({ status: 'pending', reviewedBy: null });
});

it('does not propose a name again that was rejected everywhere, until that is undone', async () => {
  const { id } = await one(2, 'Zettelkasten');
  const answer = await admin('POST', `${at}/${id}/reject`, { scope: 'everywhere' });
  // The one of the other episode waits outside of the queue.
  expect((await list()).filter(({ name }) => name === 'Zettelkasten').map(({ status }) => status)).toEqual([
    'rejected',
  ]);
  expect(await propose(app, 2, candidate('Zettelkasten', 'book', '0.99'))).toMatchObject({ proposed: 0, rejected: 1 });
  await undo(correlationOf(answer));
  expect((await list()).filter(({ name }) => name === 'Zettelkasten').map(({ status }) => status)).toEqual([
    'pending',
    'pending',
  ]);
});

it('undoes decisions that follow a half undone one', async () => {
  await propose(app, 1, candidate('Nobody', 'person'));
  await projected(app);
  const before = await one(1, 'Nobody');
  const approval = await admin('POST', `${at}/${before.id}/approve`, { adminUrl: 'https://a.example/' });
  const edit = await admin('PATCH', `${at}/${before.id}/edit`, { url: '' });
  // The link was changed since, so only the entity is taken out.
  await undo(correlationOf(approval));
  expect([await one(1, 'Nobody'), (await counts(1))['Nobody']]).toMatchObject([{ status: 'approved' }, undefined]);
  const rejection = await admin('POST', `${at}/${before.id}/reject`, {});
  for (const answer of [rejection, edit, approval])
    expect(await undo(correlationOf(answer))).toMatchObject({ status: 200, body: { notUndone: [] } });
  expect(await one(1, 'Nobody')).toEqual(before);
});

it('says that an approved entity was taken out of the episode since, and approving it again puts it back', async () => {
  await propose(app, 1, candidate('Anybody', 'person'));
  await projected(app);
  const before = await one(1, 'Anybody');
  expect(before).toMatchObject({ status: 'pending', isTakenOut: false });
  const approval = await admin('POST', `${at}/${before.id}/approve`, { adminUrl: 'https://a.example/' });
  expect(await one(1, 'Anybody')).toMatchObject({ status: 'approved', isTakenOut: false });
  const edit = await admin('PATCH', `${at}/${before.id}/edit`, { url: '' });
  await undo(correlationOf(approval));
  expect(await one(1, 'Anybody')).toMatchObject({ status: 'approved', isTakenOut: true });
  // A change of something else does not.
  const note = await admin('PATCH', `${at}/${before.id}/edit`, { url: 'https://b.example/', status: 'approved' });
  expect([await one(1, 'Anybody'), (await counts(1))['Anybody']]).toMatchObject([{ isTakenOut: true }, undefined]);
  const { body: effect } = await admin('POST', `${at}/effect`, { entityIds: [before.id], decision: 'reject' });
  expect(effect).toEqual({
    sentence: 'Rejects “Anybody” in this episode. It was taken out of this episode before.',
    mentions: 0,
    episodes: 0,
  });
  const again = await admin('POST', `${at}/${before.id}/approve`, { expectedStatus: 'approved' });
  expect(again).toMatchObject({ status: 200, body: { changed: 1 } });
  expect(await one(1, 'Anybody')).toMatchObject({ status: 'approved', isTakenOut: false });
  expect(await counts(1)).toHaveProperty('Anybody');
  expect((await sentences()).slice(0, 4)).toEqual([
    'Approved “Anybody” as Person in “Part 1”.',
    'Changed “Anybody” in “Part 1”.',
    'Changed “Anybody” in “Part 1”.',
    'Approved “Anybody” as Person in “Part 1”.',
  ]);
  for (const answer of [again, note, edit, approval])
    expect(await undo(correlationOf(answer))).toMatchObject({ status: 200, body: { notUndone: [] } });
  expect(await one(1, 'Anybody')).toEqual(before);
});

it('records a decision that is taken back as an edit, not as a rejection', async () => {
  const { id } = await one(1, 'Nobody');
  await admin('POST', `${at}/${id}/approve`, {});
  await admin('PATCH', `${at}/${id}/edit`, { status: 'pending' });
  const types: string[] = [];
  const { log } = app.services;
  for await (const { type } of log.readStream(`entities-${episode(1)}`, { direction: 'backwards', limit: 2 }))
    types.push(type);
  expect(types).toEqual(['EntityRemoved', 'DiscoveredEntityEdited']);
});

it('leaves what somebody has decided meanwhile, and says who and when', async () => {
  const bulkId = randomUUID();
  const [first, second] = [await one(1, 'Huberman'), await one(2, 'Huberman')];
  await admin('POST', `${at}/${first.id}/reject`, { bulkId });
  const answer = await admin('POST', `${at}/bulk-approve`, { entityIds: [first.id, second.id], bulkId });
  expect(answer.body).toMatchObject({
    success: false,
    changed: 1,
    failed: [
      {
        id: first.id,
        why: expect.stringMatching(/^“Huberman” was rejected by admin on \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
      },
    ],
    correlationId: bulkId,
  });
  const again = await admin('POST', `${at}/${first.id}/approve`, { expectedStatus: 'rejected', bulkId });
  expect(again.body).toMatchObject({ changed: 1, failed: [] });
  // One undo for all of them, newest first.
  await undo(bulkId);
  expect([await one(1, 'Huberman'), await one(2, 'Huberman')].map(({ status }) => status)).toEqual([
    'pending',
    'pending',
  ]);
});

it('finishes in the vocabulary what a server that ended had begun', async () => {
  const { streams, finishDecisions } = app.services;
  const before = await patterns();
  const { id } = await one(2, 'Huberman');
  const { candidates } = (await streams.read(entities, episode(2))).state;
  const { review: from } = candidates.get(CandidateId.parse(id))!;
  const added = {
    entityId: typeId('any entity') as string as EntityId,
    shownId: typeId('any entity') as string as EntityId,
    before: null,
  };
  const to = { ...from, status: 'approved', scope: 'everywhere', added } as const;
  await streams.change(
    entities,
    episode(2),
    () => ({
      events: [
        {
          type: 'EntityApproved' as const,
          data: { episodeUuid: episode(2), candidateId: CandidateId.parse(id), from, to },
        },
      ],
      result: null,
    }),
    systemContext('spec'),
  );
  finishDecisions.patienceMs = 0;
  finishDecisions.start();
  for (let looks = 0; looks < 200 && (await patterns()).length === before.length; looks++) await pause(20);
  expect(await patterns()).toEqual([...before, ['Huberman', 'Huberman']]);
});

it('undoes a bulk with one append per episode, after which the version of the page is accepted', async () => {
  const { log } = app.services;
  await propose(app, 1, ...['sleeps', 'Ask', 'So does'].map((name) => candidate(name, 'person')));
  await projected(app);
  const before = await list();
  const entityIds = before
    .filter(({ episodeUuid, status }) => episodeUuid === episode(1) && status === 'pending')
    .map(({ id }) => id);
  expect(entityIds.length).toBeGreaterThanOrEqual(3);
  const answer = await admin('POST', `${at}/bulk-approve`, { entityIds });
  const { eventIds } = (await undo(correlationOf(answer))).body as { eventIds: EventId[] };
  expect(await list()).toEqual(before);
  const reverts = await Promise.all(eventIds.map(async (id) => log.find(id)));
  // Each takes back a decision and the entity that it added.
  expect(reverts.length).toBeGreaterThanOrEqual(6);
  expect(new Set(reverts.map((event) => event!.position - BigInt(event!.metadata.append.index))).size).toBe(1);
  const version = await versionNow(log, episode(1));
  expect(await givenVersion(log, episode(1), formatVersion(version))).toEqual(version);
});

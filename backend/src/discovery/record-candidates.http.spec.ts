import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DiscoveredEntity } from '@earmark/contracts/discovery';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { addEpisodes, candidate, episode, projected, propose } from './discovery.fixture.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await addEpisodes(app, [
    ['We read Zettelkasten by hand.', 'A zettelkasten is a box.', 'And Zettelkästen are many.'],
    ['Zettelkasten again.'],
  ]);
});
afterAll(async () => app.stop());

const list = async () => (await admin('GET', '/api/admin/discovered-entities')).body as DiscoveredEntity[];

it('lists what was proposed, with counts and contexts from the transcript', async () => {
  const { proposed, rejected } = await propose(app, 1, candidate('Zettelkasten', 'Books', '0.72'));
  expect([proposed, rejected]).toEqual([1, 0]);
  await projected(app);
  expect(await list()).toMatchObject([
    {
      episodeUuid: episode(1),
      episodeName: 'Part 1',
      podcastName: 'Notes',
      name: 'Zettelkasten',
      type: 'book',
      typeExists: true,
      confidence: '0.72',
      frequency: 3,
      status: 'pending',
      contexts: [
        { speaker: 'Ada', timeFormatted: '0:00', text: 'We read Zettelkasten by hand.', marks: [8, 20] },
        { timeFormatted: '0:01', timecode: 1000, marks: [2, 14] },
        { text: 'And Zettelkästen are many.', marks: [4, 16] },
      ],
      reviewedBy: null,
      reviewedAt: null,
    },
  ]);
});

it('proposes a name once per episode, and keeps the better facts', async () => {
  expect(await propose(app, 1, candidate('Zettelkasten', 'book', '0.60'))).toMatchObject({ proposed: 0, rejected: 0 });
  expect((await propose(app, 1, candidate('Zettelkasten', 'method', '0.90'))).outcome.types).toEqual([
    'EntityDiscovered',
  ]);
  await projected(app);
  expect(await list()).toMatchObject([{ type: 'method', typeExists: false, confidence: '0.90' }]);
  expect((await propose(app, 1, candidate('ZETTELKASTEN', 'method', '0.90'))).outcome.types).toEqual([]);
});

it('is for admins only', async () => {
  const analyst = await app.signIn('analyst');
  expect(await analyst('GET', '/api/admin/discovered-entities')).toMatchObject({ status: 403 });
  expect(await app.visitor('GET', '/api/admin/discovered-entities')).toMatchObject({ status: 401 });
});

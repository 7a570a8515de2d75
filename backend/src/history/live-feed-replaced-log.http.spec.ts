import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { projectors } from '@earmark/projections/runner';
import { entityNamed, record, startSharedEventStore, type SharedEventStore } from '@earmark/projections/testing';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { addSeries, follow } from './live-feed.fixture.ts';

let store: SharedEventStore;
let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  store = await startSharedEventStore();
  app = await startApp({ EVENTSTORE_URL: store.url });
  admin = await app.signIn('admin');
});
afterAll(async () => {
  await app.stop();
  await store.close();
});

const isReady = async () => (await app.visitor('GET', '/health/ready')).status === 200;

it.each([
  ['shorter', 0],
  ['longer, with other events', 12],
])(
  'goes on beside a node that was restored from older files, once the tables are built anew: %s',
  async (_, written) => {
    await addSeries(app, 'Kept', 50 + written);
    const restore = store.copy();
    await addSeries(app, 'Renamed', 50 + written);
    for (let number = 1; number <= 5; number++) await addSeries(app, `Lost ${number}`, written + number);
    app.readiness.headAtStart = await app.services.log.head();
    const reader = await follow(app);
    const lastSeen = String(app.feed.head);
    await restore();
    for (let number = 1; number <= written; number++)
      await record(
        app.services.log,
        'vocabulary-main',
        entityNamed(number, `A name that is rather long, number ${number}`),
      );
    while (await isReady()) await sleep(20);
    for (const { name } of projectors) await admin('POST', `/api/admin/projections/${name}/rebuild`, {});
    await reader.untilReset();
    await addSeries(app, 'Found', 100 + written);
    expect((await reader.untilSays('Found was added.')).filter(({ sentence }) => sentence.includes('Lost'))).toEqual(
      [],
    );
    // What was read of the old log is forgotten, too: there, the podcast has this name already.
    await addSeries(app, 'Renamed', 50 + written);
    await reader.untilSays('The description of Renamed was updated.');
    reader.stop();
    // A page that was away meanwhile.
    const late = await follow(app, { lastEventId: lastSeen });
    await late.untilReset();
    late.stop();

    while (!(await isReady())) await sleep(20);
  },
);

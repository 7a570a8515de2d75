import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { event, record } from '@earmark/projections/testing';
import express from 'express';
import { processDatabase, until, type ProcessDatabase } from './process.fixture.ts';
import { StreamFeed } from './stream-feed.ts';

let database: ProcessDatabase;
let server: Server;
let url: string;
let stream: string;
let mayRead = true;
beforeAll(async () => {
  database = await processDatabase();
  const feed = new StreamFeed(database.log, (line) => database.reports.push(line));
  const app = express();
  app.get('/runs/:id', async (request, response) =>
    feed.serve(
      request,
      response,
      {
        stream: `run-${request.params.id}`,
        describe: ({ data, type }) => (type === 'Secret' ? null : data),
        isLast: ({ type }) => type === 'Ended',
      },
      { heartbeatMs: 100, mayRead: async () => mayRead },
    ),
  );
  server = createServer(app).listen(0, '127.0.0.1');
  await until(() => server.listening);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  stream = `run-${randomUUID()}`;
  mayRead = true;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

it('shows a late viewer everything from the beginning, then new events, then complete', async () => {
  await happen('one', 'two');
  const viewer = await watch();
  await until(() => viewer.lines().length === 2);
  await happen('three');
  await record(database.log, stream, event('Ended', 'over'));
  await viewer.ended;
  expect(viewer.lines()).toEqual(['0 one', '1 two', '2 three', '3 over', 'complete']);
});

it('shows a returning viewer each new event once, and nothing more of a stream that has ended', async () => {
  await happen('one', 'two', 'three');
  const back = await watch('0');
  await until(() => back.lines().length === 2);
  await record(database.log, stream, event('Ended', 'over'));
  await back.ended;
  expect(back.lines()).toEqual(['1 two', '2 three', '3 over', 'complete']);
  expect((await watch('3')).status).toBe(204);
  expect((await watch('2')).status).toBe(200);
});

it('continues past an end event that is followed by others', async () => {
  await happen('one');
  await record(database.log, stream, event('Ended', 'failed'));
  await happen('again');
  const viewer = await watch();
  await until(() => viewer.lines().length === 3);
  await record(database.log, stream, event('Ended', 'done'));
  await viewer.ended;
  expect(viewer.lines()).toEqual(['0 one', '1 failed', '2 again', '3 done', 'complete']);
});

it('shows sixty viewers the same events in order, whenever they connect', async () => {
  const viewers: Awaited<ReturnType<typeof watch>>[] = [];
  const texts = Array.from({ length: 20 }, (_, number) => `line ${number}`);
  for (const text of texts) {
    viewers.push(...(await Promise.all(Array.from({ length: 3 }, async () => watch()))));
    await happen(text);
  }
  await record(database.log, stream, event('Ended', 'over'));
  await Promise.all(viewers.map(async ({ ended }) => ended));
  const expected = [...texts, 'over'].map((text, revision) => `${revision} ${text}`);
  for (const viewer of viewers) expect(viewer.lines()).toEqual([...expected, 'complete']);
});

it('omits events that are not for viewers, and streams with a similar name', async () => {
  const viewer = await watch();
  await record(database.log, `${stream}0`, event('Happened', 'elsewhere'));
  await record(database.log, stream, event('Secret', 'password'));
  await happen('one');
  await until(() => viewer.lines().length === 1);
  expect(viewer.lines()).toEqual(['1 one']);
  viewer.stop();
});

it('ends for a viewer who may no longer read', async () => {
  const viewer = await watch();
  mayRead = false;
  await viewer.ended;
  expect(viewer.lines()).toEqual([]);
});

const happen = async (...texts: string[]) => {
  for (const text of texts) await record(database.log, stream, event('Happened', text));
};

async function watch(lastEventId?: string) {
  const abort = new AbortController();
  const response = await fetch(`${url}/runs/${stream.slice('run-'.length)}`, {
    signal: abort.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  };
  const ended = read().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });

  return {
    status: response.status,
    ended,
    stop: () => abort.abort(),
    lines: () =>
      text.split('\n\n').flatMap((block) => {
        const id = /^id: (.*)$/m.exec(block)?.[1];
        const data = /^data: "(.*)"$/m.exec(block)?.[1];
        if (/^event: complete$/m.test(block)) return ['complete'];

        return id === undefined ? [] : [`${id} ${data}`];
      }),
  };
}

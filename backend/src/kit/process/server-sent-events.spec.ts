import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { abortOnDisconnect } from './abort-on-disconnect.ts';
import { until } from './process.fixture.ts';
import { lastSeenOf, ServerSentEvents } from './server-sent-events.ts';

let server: Server;
let url: string;
let mayRead: () => Promise<boolean>;
let opened: ServerSentEvents[] = [];
let waiting: AbortSignal[] = [];
const reports: string[] = [];
beforeAll(async () => {
  const app = express();
  app.get('/events', (request, response: Response) => {
    const options = { heartbeatMs: 20, mayRead: async () => mayRead(), report: (line: string) => reports.push(line) };
    const events = new ServerSentEvents(response, options);
    events.send({ id: '7', event: 'hello', data: { seen: String(lastSeenOf(request)) } });
    opened.push(events);
  });
  app.get('/answer', (_request, response: Response) => void waiting.push(abortOnDisconnect(response)));
  app.get('/quick', (_request, response: Response) => {
    waiting.push(abortOnDisconnect(response));
    response.json({});
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await until(() => server.listening);
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  opened = [];
  waiting = [];
  reports.length = 0;
  mayRead = async () => true;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('sends events and heartbeats, and ends with complete', async () => {
  const response = await fetch(`${url}/events`, { headers: { 'last-event-id': '41' } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  opened[0]!.complete({ why: 'all said' });
  opened[0]!.send({ data: 'too late' });
  const text = await response.text();
  expect(text).toMatch(
    /^retry: 3000\n\nid: 7\nevent: hello\ndata: \{"seen":"41"\}\n\n(: still here\n\n)+event: complete/,
  );
  expect(text).toMatch(/event: complete\ndata: \{"why":"all said"\}\n\n$/);
  await until(() => opened[0]!.signal.aborted);
});

it('accepts only a number as last event id', async () => {
  const response = await fetch(`${url}/events`, { headers: { 'last-event-id': '4; drop' } });
  opened[0]!.end();
  expect(await response.text()).toContain('"seen":"null"');
});

it('notices that its reader has gone', async () => {
  const gone = new AbortController();
  await fetch(`${url}/events`, { signal: gone.signal });
  expect(opened[0]!.signal.aborted).toBe(false);
  gone.abort();
  await until(() => opened[0]!.signal.aborted);
});

it('drops a reader that is too slow', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.on('error', () => socket.destroy());
  await until(() => opened.length === 1);
  socket.pause();
  const [events] = opened;
  const data = 'x'.repeat(100_000);
  await until(() => {
    events!.send({ data });
    return events!.signal.aborted;
  });
  expect(opened).toHaveLength(1);
  socket.destroy();
});

it('keeps a reader whose role cannot be checked, and reports it', async () => {
  mayRead = async () => Promise.reject(new Error('the database is away'));
  const response = await fetch(`${url}/events`);
  await until(() => reports.length > 0);
  expect(reports[0]).toBe(
    'server-sent events: could not check whether the reader may still read: the database is away',
  );
  expect(opened[0]!.signal.aborted).toBe(false);
  mayRead = async () => false;
  expect(await response.text()).not.toContain('complete');
});

it('aborts work only for a caller who disconnects before the answer', async () => {
  const gone = new AbortController();
  const asked = fetch(`${url}/answer`, { signal: gone.signal });
  await until(() => waiting.length === 1);
  expect(waiting[0]!.aborted).toBe(false);
  gone.abort();
  await expect(asked).rejects.toThrow('aborted');
  await until(() => waiting[0]!.aborted);
  expect(waiting[0]!.reason).toMatchObject({ code: 'invalid' });
  await (await fetch(`${url}/quick`)).json();
  expect(waiting[1]!.aborted).toBe(false);
});

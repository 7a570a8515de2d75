import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RequestUpload, type UploadProgress } from '@earmark/contracts/uploads';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { addTranscripts, by, episodeOf, STATUS, vttOf } from './uploads.fixture.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await app.signIn('admin');
  await addTranscripts(app, { 1: vttOf('The first one.'), 2: vttOf('The second one.') });
});
afterAll(async () => app.stop());

it('pushes what moves to whoever watches, until nothing is open', async () => {
  const { commands, checkpoints, log, uploadsProcess } = app.services;
  const batchId = randomUUID();
  for (const number of [1, 2]) await commands.send(new RequestUpload({ episodeUuid: episodeOf(number), batchId }, by));
  while (!(await checkpoints.passed(await log.head())));
  const watchers = [await watch(), await watch()];
  for (const { shown } of watchers)
    while (shown().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const { shown } of watchers)
    expect(shown()).toEqual([
      { batches: [expect.objectContaining({ id: batchId, total: 2, queued: 2 })], episodes: [], moved: 2 },
    ]);
  uploadsProcess.start();
  for (const { shown, text, ended } of watchers) {
    await ended;
    const all = shown();
    expect(all.flatMap(({ batches }) => batches).at(-1)).toMatchObject({ successCount: 2, queued: 0, uploading: 0 });
    const last = all.flatMap(({ episodes }) => episodes).map(({ name, ...one }) => [name, one] as const);
    expect(Object.fromEntries(last)).toMatchObject({
      'Part 1': { progress: null, status: 'uploaded' },
      'Part 2': { progress: null, status: 'uploaded' },
    });
    expect(text()).toMatch(/event: complete\ndata: \{\}\n\n$/);
  }
  const nothing = await watch();
  await nothing.ended;
  expect(nothing.shown()).toEqual([]);
  expect((await app.visitor('GET', `${STATUS}/progress`)).status).toBe(401);
});

async function watch() {
  const login = { username: 'admin', password: 'correct horse battery' };
  const { headers } = await app.visitor('POST', '/api/auth/login', login);
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0]!;
  const response = await fetch(`${app.url}${STATUS}/progress`, { headers: { cookie } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  };

  return {
    ended: read(),
    text: () => text,
    shown: () =>
      [...text.matchAll(/^data: (\{"batches".*\})$/gm)].map(([, data]) => JSON.parse(data!) as UploadProgress),
  };
}

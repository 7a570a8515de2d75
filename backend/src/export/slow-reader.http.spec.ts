import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EntityManager } from '../testing/entity-manager.ts';

/** More than the buffers of a connection hold. */
const [SEGMENTS, LETTERS] = [450, 9_000];
const TRIES = 200;

let world: EntityManager;
beforeAll(async () => {
  world = await EntityManager.start();
  await world.nextEpisode();
  const cues = Array.from({ length: SEGMENTS }, (_, index) => {
    const at = `${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`;
    return `00:${at}.000 --> 00:${at}.900\nLetter ${index} of Ada Lovelace to Babbage. ${`${index} `.repeat(LETTERS / 4)}`;
  });
  const file = Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`);
  const path = `/api/admin/episodes/${world.episodeUuid}/transcript-file`;
  const { status, body } = await world.admin('POST', path, file);
  if (status !== 200) throw new Error(`the transcript was refused: ${JSON.stringify(body)}`);
});
afterAll(async () => world.app.stop());

it('a download that nobody reads, ended by the database, ends nothing else and frees its place', async () => {
  for (let round = 0; round < 4; round++) {
    const reader = await startDownload();
    const ended = once(
      reader.on('error', () => undefined),
      'close',
    );
    await endWaitingConnection();
    // Reads what is buffered up to the end of the connection, which was not the end of the file.
    reader.resume();
    await ended;
  }

  const { status, body } = await world.app.visitor('GET', '/api/export/mentions');
  expect(status).toBe(200);
  expect(String(body).trimEnd().split('\r\n')).toHaveLength(2 * SEGMENTS + 1);
});

async function startDownload(): Promise<Socket> {
  const { hostname, port } = new URL(world.app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.pause().write(`GET /api/export/mentions HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);

  return socket;
}

/** As Postgres does once the connection has idled in its transaction for a minute. */
async function endWaitingConnection(): Promise<void> {
  const waiting = `from pg_stat_activity where application_name = 'earmark' and state = 'idle in transaction'
    and datname = current_database() and state_change < clock_timestamp() - interval '200 milliseconds'`;
  const ended = async () =>
    (await world.app.services.pool.query(`select pg_terminate_backend(pid) ${waiting}`)).rowCount === 1;
  for (let tries = 0; !(await ended()); tries++) {
    if (tries === TRIES) throw new Error('no export waits for its reader');
    await pause(50);
  }
}

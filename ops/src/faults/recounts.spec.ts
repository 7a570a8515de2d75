import { expect, it } from '@jest/globals';
import { RecountList, RecountView } from '@earmark/contracts/recounts';
import { z } from 'zod';
import { messageOf } from '../postgres/embedded-postgres.error.ts';
import { ADMIN_PASSWORD, locationType, pattern, signIn } from './api.fixtures.ts';
import type { Caller } from './api.fixtures.ts';
import { command } from './commands.fixtures.ts';
import { imported, libraryBeside, verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve, start, until } from './product.fixtures.ts';
import type { Environment } from './product.fixtures.ts';
import { IN_FULL } from '../testing/fault-rounds.ts';

/** Delays after the request: while the recount is prepared or counted. */
const CRASHES_MS = IN_FULL ? [0, 60] : [60];

const Started = z.object({ id: z.string() });

it('continues recounts of a killed command and of a killed server, and a publication', () =>
  inDataFolder(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
    const library = await libraryBeside(dataDir, { episodes: 60, seed: 9 });
    await imported(library, environment);
    let server = await serve(environment);
    let call = await signIn(server.url);
    const typeId = await locationType(call);
    await add(call, 'mill', typeId);
    await continueCommand(call, environment, dataDir);

    // Words in every generated sentence.
    for (const name of ['people', 'town', 'the', 'walk']) await add(call, name, typeId);
    const { id } = Started.parse((await call('POST', '/api/admin/recounts', '{}')).body);
    for (const ms of CRASHES_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await crash(server, dataDir, { andDatabase: ms === CRASHES_MS.at(-1) });
      server = await serve(environment);
      call = await signIn(server.url);
    }
    await until(async () => (await recount(call, id)).status === 'ready');
    const { before, after } = await recount(call, id);
    expect(after!.mentions).toBeGreaterThan(before!.mentions);

    const publishing = call('POST', `/api/admin/recounts/${id}/publish`).catch(messageOf);
    await crash(server, dataDir, { andDatabase: false });
    await publishing;
    server = await serve(environment);
    call = await signIn(server.url);
    // The publication was either recorded or not; there is nothing in between.
    if ((await recount(call, id)).status === 'ready') await call('POST', `/api/admin/recounts/${id}/publish`);
    expect((await recount(call, id)).status).toBe('published');
    const rows = await verified(environment);
    expect(rows).toMatchObject({ mentions_mention: after!.mentions });
  }));

/** A recount of a killed command is continued by the server, and by the same command. */
async function continueCommand(call: Caller, environment: Environment, dataDir: string): Promise<void> {
  const killed = start('earmark', ['recount'], environment);
  await until(async () => (await recounts(call)).length === 1);
  await crash(killed, dataDir, { andDatabase: false });
  await until(async () => (await recounts(call))[0]!.status === 'ready');
  expect((await recounts(call))[0]!.after!.mentions).toBeGreaterThan(0);

  const { stdout } = await command(['recount', '--publish', '--json'], environment);
  expect(JSON.parse(stdout)).toMatchObject({ recount: (await recounts(call))[0]!.id, status: 'published' });
  expect(await recounts(call)).toHaveLength(1);
}

async function add(call: Caller, name: string, typeId: string): Promise<void> {
  expect((await call('POST', '/api/admin/entity-patterns', pattern(name, typeId))).status).toBe(201);
}

const recounts = async (call: Caller): Promise<RecountList['recounts']> =>
  RecountList.parse((await call('GET', '/api/admin/recounts')).body).recounts;
const recount = async (call: Caller, id: string): Promise<RecountView> =>
  RecountView.parse((await call('GET', `/api/admin/recounts/${id}`)).body);

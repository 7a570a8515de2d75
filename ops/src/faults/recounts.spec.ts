import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RecountList, RecountView } from '@earmark/contracts/recounts';
import { z } from 'zod';
import { messageOf } from '../postgres/embedded-postgres.error.ts';
import { ADMIN_PASSWORD, locationType, pattern, signIn } from './api.fixtures.ts';
import type { Caller } from './api.fixtures.ts';
import { command } from './commands.fixtures.ts';
import { imported, libraryBeside, verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve, start, until } from './product.fixtures.ts';
import { IN_FULL } from '../testing/fault-rounds.ts';

/** Delays after the request: while the recount is prepared or counted. */
const CRASHES_MS = IN_FULL ? [0, 60] : [60];

it('continues a recount of a killed command on a server that is killed too, and a publication', () =>
  inDataFolder(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
    const library = await libraryBeside(dataDir, { episodes: 60, seed: 9 });
    await imported(library, environment);
    let server = await serve(environment);
    let call = await signIn(server.url);
    const typeId = await locationType(call);
    // Words in every generated sentence.
    for (const name of ['people', 'town', 'the', 'walk']) await add(call, name, typeId);

    const killed = start('earmark', ['recount'], environment);
    await until(async () => (await recounts(call)).length === 1);
    await crash(killed, dataDir, { andDatabase: false });
    for (const ms of CRASHES_MS) {
      await sleep(ms);
      await crash(server, dataDir, { andDatabase: ms === CRASHES_MS.at(-1) });
      server = await serve(environment);
      call = await signIn(server.url);
    }
    await until(async () => (await recount(call)).status === 'ready');
    const { id, before, after } = await recount(call);
    expect(after!.mentions).toBeGreaterThan(before!.mentions);

    if (IN_FULL) {
      const publishing = call('POST', `/api/admin/recounts/${id}/publish`).catch(messageOf);
      await crash(server, dataDir, { andDatabase: false });
      await publishing;
      server = await serve(environment);
      call = await signIn(server.url);
    }
    // The publication was either recorded or not; there is nothing in between.
    let publication: unknown = { recount: id, status: 'published' };
    if ((await recount(call)).status === 'ready')
      publication = JSON.parse((await command(['recount', '--publish', '--json'], environment)).stdout);
    expect(publication).toMatchObject({ recount: id, status: 'published' });
    expect(await recount(call)).toMatchObject({ id, status: 'published' });
    expect(await verified(environment)).toMatchObject({ mentions_mention: after!.mentions });
  }));

async function add(call: Caller, name: string, typeId: string): Promise<void> {
  expect((await call('POST', '/api/admin/entity-patterns', pattern(name, typeId))).status).toBe(201);
}

const recounts = async (call: Caller): Promise<RecountList['recounts']> =>
  RecountList.parse((await call('GET', '/api/admin/recounts')).body).recounts;
/** The only recount. */
async function recount(call: Caller): Promise<RecountView> {
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(await recounts(call));

  return RecountView.parse((await call('GET', `/api/admin/recounts/${id}`)).body);
}

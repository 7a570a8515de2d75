import { expect, it } from '@jest/globals';
import { messageOf } from '../postgres/embedded-postgres.error.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import type { Caller } from './api.fixtures.ts';
import { seeded, verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve, until } from './product.fixtures.ts';
import { faultRounds } from './rounds.fixtures.ts';

const KILLS = faultRounds(2, 6);
const WRITERS = 3;

it('has every acknowledged write exactly once when the server is killed while it writes, alone and with its Postgres', () =>
  inDataFolder(async (dataDir) => {
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
    const random = seeded(7);
    const acknowledged: string[] = [];
    const asked: string[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const server = await serve(environment);
      const call = await signIn(server.url);
      const enough = acknowledged.length + 10 + random() * 20;
      const entityTypeId = await locationType(call);
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let number = 1; ; number += 1) {
          const name = `Place ${round} of ${writer} number ${number}`;
          asked.push(name);
          if (!(await isAdded(call, name, entityTypeId))) return;
          acknowledged.push(name);
        }
      });
      await until(() => acknowledged.length > enough);
      await crash(server, dataDir, { andDatabase: round % 2 === 0 });
      await Promise.all(writers);
    }

    const server = await serve(environment);
    const call = await signIn(server.url);
    // Runs beside the server; when it ends, the live tables have passed the last event, even one that was recorded
    // but not acknowledged.
    const rebuilt = await verified(environment);
    const names = await patternNames(call);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(acknowledged));
    expect(asked).toEqual(expect.arrayContaining(names));
    expect(rebuilt).toMatchObject({ vocabulary_pattern: names.length });
  }));

/** False when the server is gone: whether the write was recorded is then unknown. */
async function isAdded(call: Caller, name: string, entityTypeId: string): Promise<boolean> {
  try {
    const { status } = await call('POST', '/api/admin/entity-patterns', pattern(name, entityTypeId));
    expect(status).toBe(201);
    return true;
  } catch (error) {
    if (!/^(fetch failed|terminated)$/.test(messageOf(error))) throw error;
    return false;
  }
}

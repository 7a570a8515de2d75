import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { command } from './commands.fixtures.ts';
import { expectOnce, imported, libraryBeside, seeded, verified } from './library.fixtures.ts';
import type { Library } from './library.fixtures.ts';
import {
  crash,
  EVENTS_POLL_MS,
  eventsIn,
  inDataFolder,
  inDatabase,
  inEmptyFolder,
  start,
  until,
} from './product.fixtures.ts';
import { faultRounds } from '../testing/fault-rounds.ts';

const KILLS = faultRounds(2, 12);
const SEED = 20_261;
const LONG_MS = 300_000 + KILLS * 20_000;

describe('an import that is killed', () => {
  it(
    `${KILLS} times, with and without its Postgres, leaves everything recorded exactly once when it is run to its end`,
    () =>
      inDataFolder(async (dataDir) => {
        const library = await libraryBeside(dataDir, { episodes: 40 + 40 * KILLS, seed: SEED });
        const environment = { DATA_DIR: dataDir };
        expect(await command(['import', library.names], environment)).toMatchObject({ code: 0 });
        expect(await importWithKills(library, dataDir)).toBeGreaterThan(0);

        const report = await imported(library, environment);
        expect(report.transcripts).toBeLessThan(library.episodes);
        await expectOnce(library, dataDir);
        const tables = await verified(environment);
        expect(tables).toMatchObject({ mentions_segment: library.segments, mentions_mention: library.segments });

        const before = await inDatabase(dataDir, LOG);
        expect(before).toEqual([{ twice: 0, events: expect.any(Number) }]);
        expect(await imported(library, environment)).toMatchObject({
          series: 0,
          episodes: 0,
          transcripts: 0,
          unchanged: library.episodes,
        });
        expect(await inDatabase(dataDir, LOG)).toEqual(before);
      }),
    LONG_MS,
  );

  it(
    'while it creates its database can be run again',
    () =>
      inEmptyFolder(async (dataDir) => {
        const library = await libraryBeside(dataDir, { episodes: 3, seed: SEED + 1 });
        const environment = { DATA_DIR: dataDir };
        for (const after of [/Creating the database/, /Starting Postgres/].slice(0, faultRounds(1, 2))) {
          const importing = start('earmark', ['import', library.folder], environment);
          await importing.printed(after);
          await crash(importing, dataDir, { andDatabase: true });
        }

        expect(await command(['import', library.names], environment)).toMatchObject({ code: 0 });
        await imported(library, environment);
        await expectOnce(library, dataDir);
      }),
    LONG_MS,
  );
});

/** Kills imports, each after a further share of the events; returns how many were killed while working. */
async function importWithKills(library: Library, dataDir: string): Promise<number> {
  const random = seeded(SEED);
  let killed = 0;
  let events = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const importing = start('earmark', ['import', library.folder], { DATA_DIR: dataDir });
    // An episode takes at least two appends, so 40 episodes per kill outlast 70 events per kill.
    const enough = events + Math.floor(random() * 70);
    const hasEnough = async (): Promise<boolean> => (events = Math.max(events, await eventsIn(dataDir))) > enough;
    if (round % 4 === 0) await sleep(random() * 1500);
    else await until(async () => importing.hasEnded() || (await hasEnough()), EVENTS_POLL_MS);
    if (!importing.hasEnded()) killed += 1;
    await crash(importing, dataDir, { andDatabase: round % 3 !== 1 });
  }
  return killed;
}

/** Events, and how many are in the log twice: series, episodes and transcripts must be recorded once each. */
const LOG = `
  select count(*)::int as events,
         (select count(*) from (
            select from log.event e where e.type in ('SeriesAdded', 'EpisodeAdded', 'TranscriptRecorded')
            group by e.stream, e.type having count(*) > 1) twice)::int as twice
  from log.event`;

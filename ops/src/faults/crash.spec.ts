import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { command } from './commands.fixtures.ts';
import { expectOnce, imported, libraryBeside, seeded, verified } from './library.fixtures.ts';
import type { Library } from './library.fixtures.ts';
import {
  crash,
  EVENTS_POLL_MS,
  eventsIn,
  expectNobodyIn,
  inDataFolder,
  inDatabase,
  inEmptyFolder,
  interrupt,
  start,
  until,
} from './product.fixtures.ts';
import type { Product } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from '../testing/fault-rounds.ts';

const KILLS = faultRounds(1, 3);
const SEED = 20_261;
const LONG_MS = 300_000 + KILLS * 20_000;
const INTERRUPTED = 'Interrupted. What was recorded is kept; run the same command again to continue.';
/** An episode takes at least two appends, so this many outlast what is waited for before each kill. */
const EPISODES_PER_KILL = 40;
const MAX_EVENTS_PER_KILL = 70;

it(
  'an import that is interrupted, then killed with and without its Postgres, leaves everything recorded exactly once when it is run to its end',
  () =>
    inDataFolder(async (dataDir) => {
      const library = await libraryBeside(dataDir, { episodes: EPISODES_PER_KILL * (KILLS + 2), seed: SEED });
      const environment = { DATA_DIR: dataDir };
      expect(await command(['import', library.names], environment)).toMatchObject({ code: 0 });
      await interruptImport(library, dataDir);
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

// In npm test, processes.spec.ts kills whoever creates a database.
if (IN_FULL)
  it('an import that is killed while it creates its database can be run again', () =>
    inEmptyFolder(async (dataDir) => {
      const library = await libraryBeside(dataDir, { episodes: 3, seed: SEED + 1 });
      const environment = { DATA_DIR: dataDir };
      for (const after of [/Creating the database/, /Starting Postgres/]) {
        const importing = start('earmark', ['import', library.folder], environment);
        await importing.printed(after);
        await crash(importing, dataDir, { andDatabase: true });
      }

      expect(await command(['import', library.names], environment)).toMatchObject({ code: 0 });
      await imported(library, environment);
      await expectOnce(library, dataDir);
    }));

/** Ends with 130 and an explanation, and stops its Postgres. */
async function interruptImport(library: Library, dataDir: string): Promise<void> {
  const importing = await startImport(library, dataDir, MAX_EVENTS_PER_KILL / 2);
  interrupt(importing);

  expect(await importing.ended).toEqual({ code: 130, stdout: '', stderr: `Starting Postgres\n${INTERRUPTED}\n` });
  await expectNobodyIn(dataDir);
}

/** Kills imports, each after a further share of the events; returns how many were killed while working. */
async function importWithKills(library: Library, dataDir: string): Promise<number> {
  const random = seeded(SEED);
  let killed = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const more = round % 3 === 0 ? null : Math.floor(random() * MAX_EVENTS_PER_KILL);
    const importing = await startImport(library, dataDir, more);
    if (more === null) await sleep(random() * 1500);
    if (!importing.hasEnded()) killed += 1;
    await crash(importing, dataDir, { andDatabase: round % 3 === 1 });
  }
  return killed;
}

let events = 0;

/** Starts an import and waits until it has recorded more events, or not at all. */
async function startImport(library: Library, dataDir: string, more: number | null): Promise<Product> {
  const importing = start('earmark', ['import', library.folder], { DATA_DIR: dataDir });
  if (more === null) return importing;
  const enough = events + more;
  const hasEnough = async (): Promise<boolean> => (events = Math.max(events, await eventsIn(dataDir))) > enough;
  await until(async () => importing.hasEnded() || (await hasEnough()), EVENTS_POLL_MS);

  return importing;
}

/** Events, and how many are in the log twice: series, episodes and transcripts must be recorded once each. */
const LOG = `
  select count(*)::int as events,
         (select count(*) from (
            select from log.event e where e.type in ('SeriesAdded', 'EpisodeAdded', 'TranscriptRecorded')
            group by e.stream, e.type having count(*) > 1) twice)::int as twice
  from log.event`;

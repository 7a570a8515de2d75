import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { HistoryPage } from '@earmark/contracts/history';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import { verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve } from './product.fixtures.ts';
import { IN_FULL } from '../testing/fault-rounds.ts';

// Only in npm run faults: no known fault depends on it, and it costs a whole server.
const inFull = IN_FULL ? describe : describe.skip;

inFull('a server', () => {
  it.each([-1, 2])('keeps working when its clock jumps by %i hours', (hours) =>
    inDataFolder(async (dataDir) => {
      const jumped = join(dirname(dataDir), 'jumped');
      const server = await serve({ DATA_DIR: dataDir, ADMIN_PASSWORD, NODE_OPTIONS: jumpingClock(jumped, hours) });
      const before = await signIn(server.url);
      const type = await locationType(before);
      expect((await before('POST', '/api/admin/entity-patterns', pattern('Riverton', type))).status).toBe(201);
      await writeFile(jumped, '');
      // In the main thread and in that of the projections.
      await server.printed(/The clock has jumped[\s\S]+The clock has jumped/);

      const after = await signIn(server.url);
      for (const [call, name] of [
        [before, 'Okapi'],
        [after, 'Ada Lovelace'],
      ] as const)
        expect((await call('POST', '/api/admin/entity-patterns', pattern(name, type))).status).toBe(201);
      expect(await patternNames(before)).toEqual(['Ada Lovelace', 'Okapi', 'Riverton']);
      // The newest first, although their times say otherwise.
      const { changes } = HistoryPage.parse((await after('GET', '/api/history')).body);
      const added = changes.filter(({ type: name }) => name === 'PatternAdded');
      expect(added.map(({ diff }) => JSON.stringify(diff))).toEqual(
        ['Ada Lovelace', 'Okapi', 'Riverton'].map((name) => expect.stringContaining(name)),
      );
      const [newest, , oldest] = added.map(({ at }) => Date.parse(at));
      expect(Math.round((newest! - oldest!) / 3_600_000)).toBe(hours);
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
      await crash(server, dataDir, { andDatabase: true });

      expect(await verified({ DATA_DIR: dataDir })).toMatchObject({ vocabulary_pattern: 3 });
    }),
  );
});

/** Options of Node that turn the clock of all threads once a file exists. */
function jumpingClock(file: string, hours: number): string {
  const source = `
    import { existsSync } from 'node:fs';
    const Real = Date;
    let shift = 0;
    const watching = setInterval(() => {
      if (!existsSync(${JSON.stringify(file)})) return;
      shift = ${hours * 3_600_000};
      console.log('The clock has jumped');
      clearInterval(watching);
    }, 50).unref();
    globalThis.Date = class extends Real {
      constructor(...parts) { if (parts.length === 0) super(Real.now() + shift); else super(...parts); }
      static now() { return Real.now() + shift; }
    };`;

  return `--import=data:text/javascript,${encodeURIComponent(source)}`;
}

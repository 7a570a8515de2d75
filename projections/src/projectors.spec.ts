import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventsByCategory } from '@earmark/contracts';
import { SeriesAdded, seriesEvents } from '@earmark/contracts/series';
import { ddlOf, defineProjector } from './kit/projector.ts';
import { projectors } from './projectors.ts';

// Raise the version of a projector whose rows would change, or existing installations keep their old
// tables. The fingerprint covers its DDL and code, comments included, white space excluded. Update the lock with
// UPDATE_PROJECTORS=1 npx jest projectors.spec --selectProjects projections
const LOCK = join(__dirname, 'projectors.lock.json');

const fingerprint = (name: string): string => {
  const folder = join(__dirname, name);
  const files = readdirSync(folder).filter((file) => /\.(ts|sql)$/.test(file) && !/\.(spec|queries)\.ts$/.test(file));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(readFileSync(join(folder, file), 'utf8').replace(/\s+/g, ' '));

  return hash.digest('hex').slice(0, 16);
};

it('has a new version for every projector that changed', () => {
  const now = Object.fromEntries(
    projectors.map(({ name, version }) => [name, { version, fingerprint: fingerprint(name) }]),
  );
  if (process.env['UPDATE_PROJECTORS']) writeFileSync(LOCK, `${JSON.stringify(now, null, 2)}\n`);
  expect(now).toEqual(JSON.parse(readFileSync(LOCK, 'utf8')));
});

it.each(projectors)('$name handles events of the categories that it reads, and of no other', ({ on, categories }) => {
  const read = Object.entries(eventsByCategory)
    .filter(([category]) => categories.includes(category))
    .flatMap(([, events]) => events.map(({ type }): string => type));
  expect(read).toEqual(expect.arrayContaining(Object.keys(on)));
  expect(Object.keys(on)).not.toEqual([]);
});

it('does not compile while an event of a list that is read is neither handled nor ignored', () => {
  const head = { name: 'catalogue', version: 1, sql: '', readsFrom: [seriesEvents], memory: () => null } as const;
  const pass = () => {};
  const others = { SeriesFollowed: pass, SeriesUnfollowed: pass, SeriesRemoved: pass, SeriesRestored: pass };
  const all = { SeriesAdded: pass, SeriesRefreshed: pass, FeedMoved: pass, ...others };
  expect(defineProjector({ ...head, on: all }).categories).toEqual(['series']);
  defineProjector({ ...head, on: { SeriesAdded: pass, ...others }, ignores: ['SeriesRefreshed', 'FeedMoved'] });
  // @ts-expect-error FeedMoved is neither handled nor ignored
  defineProjector({ ...head, on: { SeriesAdded: pass, ...others }, ignores: ['SeriesRefreshed'] });
  // @ts-expect-error it does not read episode events
  defineProjector({ ...head, on: { ...all, EpisodeAdded: pass } });
  defineProjector({ ...head, readsFrom: [SeriesAdded], on: { SeriesAdded: pass } });
  // @ts-expect-error it cannot ignore what it does not read
  defineProjector({ ...head, on: all, ignores: ['EntityAdded'] });
});

it.each(projectors)('$name writes only tables that begin with its name', (projector) => {
  const { names } = ddlOf(projector);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((table) => !table.startsWith(`${projector.name}_`))).toEqual([]);
});

it.each(projectors)('$name has no foreign keys, sequences or clocks in its tables', ({ sql }) => {
  expect(sql.replace(/--.*$/gm, '')).not.toMatch(
    /\breferences\b|\bserial\b|\bidentity\b|\bdefault\b|\bunique\b|now\(\)/i,
  );
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allEvents } from '@earmark/contracts';
import { ddlOf } from './kit/projector.ts';
import { projectors } from './projectors.ts';

// A projector whose rows would come out differently must go up in version, or the tables of an installation stay as they
// are. What counts as changed: its DDL and its code, white space aside. After raising the version:
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

it.each(projectors)('$name knows every type of event, as handled or as ignored', ({ on, ignores }) => {
  const known = [...Object.keys(on), ...ignores];
  expect([...known].sort()).toEqual(allEvents.map(({ type }) => type).sort());
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

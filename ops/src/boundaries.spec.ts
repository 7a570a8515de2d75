import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, it } from '@jest/globals';
import {
  FEATURES_MAY_IMPORT,
  FOR_SPECS_ONLY,
  FRONTEND_ABOVE_FEATURES,
  FRONTEND_BELOW_FEATURES,
  CONFINED,
  MAY_IMPORT,
  MEETING_PLACES,
} from './boundaries.ts';

const root = join(__dirname, '../..');

it('lets packages import each other only through the entry points in the table', () => {
  const wrong = imports().filter(({ file, target }) => {
    const [, name, door] = /^@earmark\/([\w-]+)(?:\/(.+))?$/.exec(target) ?? [];
    const from = file.split('/')[0]!;
    if (!name || name === from) return false;
    if (FOR_SPECS_ONLY.includes(`${name}/${door}`)) return !isForSpecs(file);
    const doors = MAY_IMPORT[from]!;
    return !doors.includes(name) && !doors.includes(`${name}/${door}`);
  });
  expect(wrong).toEqual([]);
});

it('lets no file import from another package by path', () => {
  const wrong = imports().filter(
    ({ file, target }) => target.startsWith('.') && placeOf(file, target).split('/')[0] !== file.split('/')[0],
  );
  expect(wrong).toEqual([]);
});

it('lets features import each other only where the table allows it', () => {
  const wrong = imports().filter(({ file, target }) => {
    if (!target.startsWith('.') || isForSpecs(file)) return false;
    const [from, to] = [featureOf(file), featureOf(placeOf(file, target))];
    if (!from || !to || from === to || MEETING_PLACES.includes(from)) return false;
    const [, name] = to.split('/') as [string, string];
    if (name === 'kit' || to === 'frontend/ui') return false;
    return !(FEATURES_MAY_IMPORT[from] ?? []).includes(name);
  });
  expect(wrong).toEqual([]);
});

it('lets no front-end folder import one above it', () => {
  const wrong = imports().filter(({ file, target }) => {
    if (!target.startsWith('.') || !file.startsWith('frontend/src/') || isForSpecs(file)) return false;
    const [from, to] = [floorOf(file), floorOf(placeOf(file, target))];
    return from < to;
  });
  expect(wrong).toEqual([]);
});

it('has no circle of files that import each other, not even for types', () => {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports())
    if (target.startsWith('.')) edges.set(file, [...(edges.get(file) ?? []), placeOf(file, target)]);
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file)) return;
    done.add(file);
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of edges.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

it('keeps plumbing free of features', () => {
  const wrong = imports().filter(({ file, target }) => {
    if (!target.startsWith('.') || isForSpecs(file) || !/\/src\/kit\//.test(file)) return false;
    const to = featureOf(placeOf(file, target));
    return to !== null && !to.endsWith('/kit');
  });
  expect(wrong).toEqual([]);
});

it('keeps rules pure: a decider names no clock, chance, network or process', () => {
  const wrong = sources()
    .filter((file) => /\.decider\.ts$/.test(file))
    .filter((file) =>
      /\bnew Date\b|\bDate\.now\b|\bcrypto\b|\bfetch\(|\bprocess\.|\bMath\.random\b/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  expect(wrong).toEqual([]);
});

it.each(Object.entries(CONFINED))('imports %s only where it is confined to', (name, confines) => {
  const files = imports().filter(
    ({ file, target }) => (target === name || target.startsWith(`${name}/`)) && !/\/testing\/|\.spec\.ts$/.test(file),
  );
  expect([...new Set(files.map(({ file }) => file))].sort()).toEqual(confines);
});

const isForSpecs = (file: string): boolean => /\.(spec|fixture)\.tsx?$|\/testing(\/|\.ts$)|^ops\//.test(file);

function sources(): string[] {
  return Object.keys(MAY_IMPORT).flatMap((name) =>
    readdirSync(join(root, name, 'src'), { recursive: true })
      .map((file) => `${name}/src/${String(file).split(sep).join('/')}`)
      .filter((file) => /\.tsx?$/.test(file)),
  );
}

function imports(): { file: string; target: string }[] {
  return sources().flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^\s*(?:import|export)\b[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
      ),
    ].map((match) => ({ file, target: (match[1] ?? match[2])! })),
  );
}

const placeOf = (file: string, target: string): string =>
  relative(root, resolve(root, dirname(file), target))
    .split(sep)
    .join('/');

/** Layer of a front-end file; files directly in src are the top. */
function floorOf(file: string): number {
  const folder = featureOf(file)?.split('/')[1];
  if (folder === undefined) return Infinity;
  const below = FRONTEND_BELOW_FEATURES.indexOf(folder);
  if (below !== -1) return below;

  return FRONTEND_BELOW_FEATURES.length + 1 + FRONTEND_ABOVE_FEATURES.indexOf(folder);
}

/** backend/src/transcripts/x.ts → backend/transcripts; null for a file directly in src. */
function featureOf(file: string): string | null {
  const [, name, feature] = /^([\w-]+)\/src\/([\w-]+)\//.exec(file) ?? [];

  return name && feature ? `${name}/${feature}` : null;
}

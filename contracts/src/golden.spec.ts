import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allEvents } from './events.ts';
import { EventMeta, eventDecoder, type EventDefinition } from './kit/event.ts';

// One stored example of every event version ever recorded. Files are added, never changed or deleted.
const decode = eventDecoder(allEvents);
const features = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(__dirname, entry.name, 'golden')))
  .map((entry) => join(__dirname, entry.name, 'golden'));
const files = features.flatMap((folder) => readdirSync(folder).map((name) => ({ name, path: join(folder, name) })));

it.each(files)('still reads $name', ({ name, path }) => {
  const [type, version] = /^(\w+)\.v(\d+)\.json$/.exec(name)!.slice(1) as [string, string];
  const stored = JSON.parse(readFileSync(path, 'utf8')) as { type: string; data: unknown; metadata: unknown };
  const metadata = EventMeta.parse(stored.metadata);
  expect([stored.type, metadata.schemaVersion]).toEqual([type, Number(version)]);
  expect(decode({ ...stored, metadata })).toMatchObject({ type });
});

it('has an example of every version of every event', () => {
  const expected = (allEvents as readonly EventDefinition<string, unknown>[]).flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
  );
  expect(files.map(({ name }) => name).sort()).toEqual(expected.sort());
});

import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { seriesFacts } from '@earmark/contracts/series';
import { openLog } from '@earmark/projections/event-log';
import { createTestDatabase, event, type TestDatabase } from '@earmark/projections/testing';
import { runCommand } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { query } from '../testing/query.ts';

const UUID = '11111111-1111-4111-8111-11111111111';

let folder: string;
let backup: string;
let source: TestDatabase;
let said: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-backup-'));
  backup = join(folder, 'whole.jsonl');
  source = await createTestDatabase();
  const log = await openLog({ eventstoreUrl: null, databaseUrl: source.url });
  for (const digit of [1, 2]) {
    const data = { seriesUuid: `${UUID}${digit}`, slugBase: 'Cast', feedUrl: null, itunesId: null };
    await log.append(`series-${digit}`, [event('SeriesAdded', { ...data, facts: seriesFacts('Cast') })], 'no-stream');
    for (const [revision, name] of ['One', 'Two', 'Three'].entries()) {
      const change = { seriesUuid: data.seriesUuid, from: { name: 'Cast' }, to: { name } };
      await log.append(`series-${digit}`, [event('SeriesRefreshed', change)], revision);
    }
  }
  await log.close();
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  if ((await earmark(source, 'backup', backup)) !== 0) throw new Error('nothing was backed up');
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  said = [];
  for (const method of ['log', 'error'] as const)
    jest.spyOn(console, method).mockImplementation((line) => void said.push(String(line)));
});
afterEach(() => void jest.restoreAllMocks());

const earmark = (database: TestDatabase, ...words: string[]) =>
  runCommand(words, readConfig({}), async () => database.url);
const lines = async () => (await readFile(backup, 'utf8')).trimEnd().split('\n');

describe('a restore', () => {
  it.each<[string, (lines: string[]) => string[], number]>([
    ['an edited line', (all) => all.map((line) => line.replace('"Two"', '"Too"')), 4],
    [
      'a swapped line',
      ([head = '', ...rest]) => [head, ...rest.slice(0, 1), rest[4]!, ...rest.slice(1, 4), ...rest.slice(5)],
      3,
    ],
    ['a line in place of another', (all) => all.map((line, index) => (index === 3 ? all[2]! : line)), 4],
    ['a line without a checksum', (all) => all.map((line, index) => (index === 3 ? without(line) : line)), 4],
    ['an edited end', (all) => [...all.slice(0, -1), all.at(-1)!.replace('"rows":0', '"rows":00')], 10],
    [
      'an edited head',
      (all) => all.map((line, index) => (index === 0 ? line.replace('"position":"8"', '"position":"9"') : line)),
      1,
    ],
  ])('refuses %s, and names it', async (_, edit, line) => {
    const path = join(folder, 'edited.jsonl');
    await writeFile(path, `${edit(await lines()).join('\n')}\n`);

    await expect(earmark(source, 'restore', path)).rejects.toThrow(
      new RegExp(`edited\\.jsonl is damaged, edited or cut off at line ${line}: `),
    );
  });

  it('takes a file from before there were checksums, with a sentence', async () => {
    const path = join(folder, 'old.jsonl');
    await writeFile(path, `${(await lines()).map(without).join('\n')}\n`);

    expect(await earmark(source, 'restore', path)).toBe(0);
    expect(said).toContain(
      `${path} was written before backups had checksums, so an edited line in it cannot be noticed.`,
    );
  });

  it('is not taken from a pipe, which cannot be read twice', async () => {
    const path = join(folder, 'read-pipe');
    execFileSync('mkfifo', [path]);

    await expect(earmark(source, 'restore', path)).rejects.toThrow(
      `${path} is not a file. A restore reads its backup twice, so save it as a file first.`,
    );
  });
});

describe('a backup', () => {
  it('does not take the place of a pipe or a device', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);

    await expect(earmark(source, 'backup', path)).rejects.toThrow(`${path} is not a file. Give the name of a file.`);
    expect((await stat(path)).isFIFO()).toBe(true);
  });

  it('says that its folder is missing, not its file', async () => {
    const missing = join(folder, 'missing');

    await expect(earmark(source, 'backup', join(missing, 'new.jsonl'))).rejects.toThrow(
      `There is no folder ${missing}. Create it, or give another file.`,
    );
  });

  it('replaces the file that a link leads to, not the link', async () => {
    const [file, link] = [join(folder, 'newest.jsonl'), join(folder, 'link.jsonl')];
    await writeFile(file, 'old');
    await symlink(file, link);
    await earmark(source, 'backup', link);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).not.toBe('old');
  });
});

describe('a log with a gap', () => {
  it('is backed up as far as it goes, with a sentence and exit code 2, and such a backup is refused', async () => {
    const broken = await createTestDatabase();
    try {
      expect(await earmark(broken, 'restore', backup)).toBe(0);
      await query(
        broken,
        `delete from log.event where type = 'SeriesRefreshed' and data -> 'to' ->> 'name' in ('One', 'Two')`,
      );
      const path = join(folder, 'gap.jsonl');
      expect(await earmark(broken, 'backup', path)).toBe(2);
      const gap = '4 events are missing, first revisions 1 to 2 of series-1';
      expect(said.at(-1)).toBe(
        `The event log has a gap: ${gap}. The backup holds what is left, and cannot be restored. Keep earlier backups.`,
      );
      await expect(earmark(broken, 'restore', path)).rejects.toThrow(
        `${path} is of a log with a gap: ${gap}. Use another backup.`,
      );
    } finally {
      await broken.drop();
    }
  });
});

it('brings back the answers that were kept, once', async () => {
  const kept = await createTestDatabase();
  try {
    expect(await earmark(kept, 'restore', backup)).toBe(0);
    const answers = async () => query(kept, 'select * from app.answer');
    await query(
      kept,
      `insert into app.answer (id, browser_id, thread_id, run_id, asked_at, question, provider, is_answered, left_out, scope,
         statements, citations, nearest)
       values (gen_random_uuid(), gen_random_uuid(), 'local-1', 'local-1', now(), 'Who counts lighthouses?', 'offline', true, 0,
         '{"seriesUuids": null, "episodeUuids": null}', '[{"kind": "lead", "text": "In 1 passage:", "citations": []}]', '[]', '[]')`,
    );
    const before = await answers();
    const path = join(folder, 'answers.jsonl');
    expect(await earmark(kept, 'backup', path)).toBe(0);
    await query(kept, 'delete from app.answer');
    for (let times = 0; times < 2; times += 1) expect(await earmark(kept, 'restore', path)).toBe(0);
    expect(before).toHaveLength(1);
    expect(await answers()).toEqual(before);
  } finally {
    await kept.drop();
  }
});

it('a malformed event is restored, and then named instead of waited for', async () => {
  const [malformed, target] = [await createTestDatabase(), await createTestDatabase()];
  try {
    const log = await openLog({ eventstoreUrl: null, databaseUrl: malformed.url });
    await log.append('series-1', [event('SeriesAdded', { seriesUuid: 'nobody' })], 'no-stream');
    await log.close();
    const path = join(folder, 'malformed.jsonl');
    await earmark(malformed, 'backup', path);
    said = [];

    expect(await earmark(target, 'restore', path)).toBe(2);
    const named = /^The tables of catalogue stopped before event 1 \(SeriesAdded\)/m;
    expect(said.join('\n')).toMatch(named);
    said = [];
    expect(await earmark(target, 'verify')).not.toBe(0);
    expect(said.join('\n')).toMatch(/SeriesAdded/);
  } finally {
    await malformed.drop();
    await target.drop();
  }
});

const without = (line: string): string => line.replace(/,"sum":"[\da-f]+"\}$/, '}');

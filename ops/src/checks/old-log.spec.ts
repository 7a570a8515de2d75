import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WholeDiff } from '@earmark/contracts/history';
import { PatternPage, type PatternView } from '@earmark/contracts/vocabulary';
import { createTestDatabase, type TestDatabase } from '@earmark/projections/testing';
import { logIn } from '../e2e/kit/prepared.ts';
import { command } from '../faults/commands.fixtures.ts';
import { killAll, serve, type Environment } from '../faults/product.fixtures.ts';
import { answersOf, rowsIn, type Answers, type Rows } from './shown.ts';

/** What Earmark showed for this log on the day it was written. */
interface Shown {
  readonly rows: Rows;
  readonly visitor: Answers;
  readonly admin: Answers;
}

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const shown = JSON.parse(
  brotliDecompressSync(readFileSync(fixture('shown-on-2026-11-22.json.br'))).toString(),
) as Shown;

/** History names entities that only an episode knows, where it had shown their ids (DECISIONS 86). */
const NAMED_SINCE = { '878fb9c8-6f89-52df-a74e-f48c8b479ad1': 'Cork the Great' };
const withNames = (path: string, answer: unknown): unknown =>
  path.startsWith('/api/history')
    ? JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
        key === 'from' || key === 'to' ? (NAMED_SINCE[value as keyof typeof NAMED_SINCE] ?? value) : value,
      )
    : answer;

/** The undo that wrote an event, or null; by the event's id. */
const UNDO_OF = new Map<string, string | null>(
  gunzipSync(readFileSync(fixture('log-of-2026-11-22.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; metadata?: { correlationId: string; reverts: string | null } })
    .map(({ id, metadata }) => [id, metadata?.reverts ? metadata.correlationId : null]),
);

/** The stops of the time slider: an undo has had one for all its changes since, its last (DECISIONS 214). */
const withOneStopPerUndo = (path: string, answer: Answers[string] | undefined): unknown =>
  answer && path.endsWith('/moments')
    ? {
        ...answer,
        body: (answer.body as { eventId: string }[]).filter(({ eventId }, index, moments) => {
          const undo = UNDO_OF.get(eventId) ?? null;
          return undo === null || !moments.slice(index + 1).some((later) => UNDO_OF.get(later.eventId) === undo);
        }),
      }
    : answer;

/** Fields that answers have had since, with the value that says nothing: nobody merged or split anything or asked for context. */
const ADDED_SINCE: Readonly<Record<string, unknown>> = {
  merged: [],
  merges: [],
  splits: [],
  near: [],
  notNear: [],
  distance: 30,
};
const asThen = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key in ADDED_SINCE && isDeepStrictEqual(value, ADDED_SINCE[key]) ? undefined : value,
  );

/** They have come in pages since, category by category: the same ones, in another order. */
const PATTERNS = '/api/admin/entity-patterns';
const byId = (patterns: readonly PatternView[]): PatternView[] =>
  patterns.toSorted((one, other) => one.id.localeCompare(other.id));

let database: TestDatabase;
let now: Shown;
let patterns: PatternView[];

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url };
  await done(['restore', fixture('log-of-2026-11-22.jsonl.gz')], environment);
  // Rebuilds every table beside the restored one and compares them.
  await done(['verify'], environment);
  const { url } = await serve(environment);
  const cookie = await logIn(url, 'admin');
  now = {
    rows: await rowsIn(database.url),
    visitor: await withWholeDiffs(url, '', await answersOf(url, '', Object.keys(shown.visitor))),
    admin: await withWholeDiffs(url, cookie, await answersOf(url, cookie, Object.keys(shown.admin))),
  };
  patterns = await allPatterns(url, cookie);
});
afterAll(async () => {
  await killAll();
  await database.drop();
});

describe('a log with every type of event, written on 22 November 2026', () => {
  it.each(Object.keys(shown.rows))('gives the same rows of %s', (table) => {
    expect(now.rows[table]).toEqual(shown.rows[table]);
  });

  it.each(Object.keys(shown.visitor))('a visitor gets the same answer from %s', (path) => {
    expect(asThen(now.visitor[path])).toEqual(withNames(path, withOneStopPerUndo(path, shown.visitor[path])));
  });

  it.each(Object.keys(shown.admin).filter((path) => path !== PATTERNS))(
    'an admin gets the same answer from %s',
    (path) => {
      expect(asThen(now.admin[path])).toEqual(withNames(path, shown.admin[path]));
    },
  );

  it('an admin gets the same patterns', () => {
    expect(asThen(byId(patterns))).toEqual(byId(shown.admin[PATTERNS]?.body as PatternView[]));
  });
});

async function allPatterns(url: string, cookie: string): Promise<PatternView[]> {
  const all: PatternView[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: string = after === '' ? '' : `?after=${encodeURIComponent(after)}`;
    const answer = await fetch(url + PATTERNS + query, { headers: { cookie } });
    const page: PatternPage = PatternPage.parse(await answer.json());
    all.push(...page.patterns);
    after = page.next;
  }

  return all;
}

/** Pages of the history have the first fields of a change and their number since, and a call of its own for all of them. */
async function withWholeDiffs(url: string, cookie: string, answers: Answers): Promise<Answers> {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(answers).map(
        async ([path, { status, body }]) => [path, { status, body: await whole(body) }] as const,
      ),
    ),
  );

  async function whole(value: unknown): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map(whole));
    if (typeof value !== 'object' || value === null) return value;
    if (!('eventId' in value && 'diff' in value && 'fields' in value)) {
      return Object.fromEntries(
        await Promise.all(Object.entries(value).map(async ([key, part]) => [key, await whole(part)] as const)),
      );
    }

    const { fields, ...change } = value as { fields: number; diff: unknown[]; eventId: string };
    if (fields === change.diff.length) return change;

    const answer = await fetch(`${url}/api/history/changes/${change.eventId}`, { headers: { cookie } });
    const { diff } = WholeDiff.parse(await answer.json());
    expect(diff).toHaveLength(fields);
    return { ...change, diff };
  }
}

async function done(words: readonly string[], environment: Environment): Promise<void> {
  const { code, stdout, stderr } = await command(words, environment);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}${stderr}`);
}

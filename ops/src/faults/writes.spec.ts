import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { messageOf } from '../postgres/embedded-postgres.error.ts';
import { faultRounds } from '../testing/fault-rounds.ts';
import { ADMIN_PASSWORD, locationType, pattern, patternNames, signIn } from './api.fixtures.ts';
import type { Answer, Caller } from './api.fixtures.ts';
import { imported, libraryBeside, verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve, until } from './product.fixtures.ts';

const KILLS = faultRounds(1, 3);
/** Acknowledged saves and patterns before each kill. */
const SAVES = faultRounds(4, 25);
const PATTERNS = faultRounds(6, 15);
const WRITERS = 3;
const LONG_MS = 600_000;

const Podcasts = z.tuple([z.object({ uuid: z.string() })]);
const Podcast = z.object({ episodes: z.array(z.object({ uuid: z.string() })).min(1) });
const Segment = z.object({ id: z.string(), text: z.string() }).loose();
const Page = z.object({ version: z.string(), transcript: z.array(Segment) });
type Page = z.infer<typeof Page>;
const Saved = z.object({ version: z.string() });

/** What the writers asked for, and what was acknowledged. */
interface Written {
  saves: number;
  readonly savesAcknowledged: Set<number>;
  readonly names: string[];
  readonly namesAcknowledged: string[];
}

it(
  'has every acknowledged write once, and no partial save, when the server is killed alone and with its Postgres',
  () =>
    inDataFolder(async (dataDir) => {
      const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
      await imported(await libraryBeside(dataDir, { episodes: 1, seed: 5 }), environment);
      const written: Written = { saves: 0, savesAcknowledged: new Set(), names: [], namesAcknowledged: [] };
      for (let round = 1; round <= KILLS; round += 1) {
        const server = await serve(environment);
        const call = await signIn(server.url);
        // A save that was recorded without an answer is shown by then.
        await until(async () => (await call('GET', '/health/ready')).status === 200);
        const typeId = await locationType(call);
        const writing = Promise.all([
          save(call, written),
          ...Array.from({ length: WRITERS }, (_, writer) => addPatterns(call, typeId, `${round}.${writer}`, written)),
        ]);
        await until(
          () => written.savesAcknowledged.size >= round * SAVES && written.namesAcknowledged.length >= round * PATTERNS,
        );
        await crash(server, dataDir, { andDatabase: round % 2 === 1 });
        await writing;
      }

      const server = await serve(environment);
      const call = await signIn(server.url);
      // Runs beside the server; when it ends, the live tables have passed the last event, even one that was recorded
      // but not acknowledged.
      const rebuilt = await verified(environment);
      const names = await patternNames(call);
      expect(rebuilt).toMatchObject({ vocabulary_pattern: names.length });
      expectPatterns(names, written);
      await expectSaves(call, written);
    }),
  LONG_MS,
);

function expectPatterns(names: readonly string[], written: Written): void {
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(written.namesAcknowledged));
  expect(written.names).toEqual(expect.arrayContaining([...names]));
}

async function expectSaves(call: Caller, { savesAcknowledged }: Written): Promise<void> {
  const { transcript } = await read(call, await episodePath(call));
  const numbers = transcript.flatMap(({ text }) => /^Save (\d+), part [12]$/.exec(text)?.[1] ?? []).map(Number);
  const whole = [...new Set(numbers)];
  expect(numbers.sort((a, b) => a - b)).toEqual(whole.flatMap((number) => [number, number]).sort((a, b) => a - b));
  expect(whole).toEqual(expect.arrayContaining([...savesAcknowledged]));
  expect(transcript[0]!.text).toBe(`Corrected ${Math.max(...whole)} times`);
}

/** Saves the first episode again and again until the server is gone. */
async function save(call: Caller, written: Written): Promise<void> {
  const path = await episodePath(call);
  for (let page: Page | null = await read(call, path); page !== null;) {
    written.saves += 1;
    page = await saved(call, path, page, written.saves);
    if (page !== null) written.savesAcknowledged.add(written.saves);
  }
}

/** Adds patterns until the server is gone. */
async function addPatterns(call: Caller, typeId: string, writer: string, written: Written): Promise<void> {
  for (let number = 1; ; number += 1) {
    const name = `Place ${number} of ${writer}`;
    written.names.push(name);
    const answer = await answerOf(call('POST', '/api/admin/entity-patterns', pattern(name, typeId)));
    if (answer === null) return;
    expect(answer.status).toBe(201);
    written.namesAcknowledged.push(name);
  }
}

async function episodePath(call: Caller): Promise<string> {
  const [{ uuid }] = Podcasts.parse((await call('GET', '/api/podcasts/recent')).body);
  const { episodes } = Podcast.parse((await call('GET', `/api/podcasts/${uuid}`)).body);

  return `${uuid}/${episodes[0]!.uuid}`;
}

const read = async (call: Caller, path: string): Promise<Page> =>
  Page.parse((await call('GET', `/api/podcasts/${path}`)).body);

/** The editor's content after a save of three changes; null when the server is gone and the outcome is unknown. */
async function saved(call: Caller, path: string, page: Page, number: number): Promise<Page | null> {
  const [first, ...others] = page.transcript;
  const parts = [1, 2].map((part) => ({ id: randomUUID(), text: `Save ${number}, part ${part}` }));
  const transcript = [{ ...first!, text: `Corrected ${number} times` }, ...others, ...parts];
  const body = JSON.stringify({ segments: transcript });
  const answer = await answerOf(
    call('PUT', `/api/episodes/${path.split('/')[1]}/transcript`, body, { 'if-match': `"${page.version}"` }),
  );
  if (answer === null) return null;
  expect(answer).toMatchObject({ status: 200, body: { changes: 3 } });

  return { version: Saved.parse(answer.body).version, transcript };
}

/** Null when the server is gone: whether it recorded the write is then unknown. */
async function answerOf(calling: Promise<Answer>): Promise<Answer | null> {
  try {
    return await calling;
  } catch (error) {
    if (!/^(fetch failed|terminated)$/.test(messageOf(error))) throw error;
    return null;
  }
}

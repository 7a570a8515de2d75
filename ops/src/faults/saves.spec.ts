import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { messageOf } from '../postgres/embedded-postgres.error.ts';
import { ADMIN_PASSWORD, signIn } from './api.fixtures.ts';
import type { Caller } from './api.fixtures.ts';
import { imported, libraryBeside, verified } from './library.fixtures.ts';
import { crash, inDataFolder, serve, until } from './product.fixtures.ts';
import { faultRounds, IN_FULL } from './rounds.fixtures.ts';

const SAVES = faultRounds(30, 200);
/** Acknowledged saves before each crash. */
const CRASHES = IN_FULL ? [40, 100, 150] : [15];
const LONG_MS = 600_000;

const Podcasts = z.tuple([z.object({ uuid: z.string() })]);
const Podcast = z.object({ episodes: z.array(z.object({ uuid: z.string() })).min(1) });
const Segment = z.object({ id: z.string(), text: z.string() }).loose();
const Page = z.object({ version: z.string(), transcript: z.array(Segment) });
type Page = z.infer<typeof Page>;
const Saved = z.object({ version: z.string() });

it(
  'has every acknowledged save once, and no partial save, when the server is killed between them',
  () =>
    inDataFolder(async (dataDir) => {
      const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD };
      await imported(await libraryBeside(dataDir, { episodes: 1, seed: 5 }), environment);
      const acknowledged = new Set<number>();
      let asked = 0;
      for (const enough of [...CRASHES, SAVES]) {
        const server = await serve(environment);
        const call = await signIn(server.url);
        // A save that was recorded without an answer is shown by then.
        await until(async () => (await call('GET', '/health/ready')).status === 200);
        const path = await episodePath(call);
        const saving = (async () => {
          for (let page: Page | null = await read(call, path); page !== null && asked < SAVES; asked++) {
            page = await saved(call, path, page, asked);
            if (page !== null) acknowledged.add(asked);
          }
        })();
        await until(() => acknowledged.size >= enough || asked >= SAVES);
        await crash(server, dataDir, { andDatabase: enough === CRASHES.at(-1) });
        await saving;
      }

      const server = await serve(environment);
      const call = await signIn(server.url);
      await verified(environment);
      const { transcript } = await read(call, await episodePath(call));
      const numbers = transcript.flatMap(({ text }) => /^Save (\d+), part [12]$/.exec(text)?.[1] ?? []).map(Number);
      const whole = [...new Set(numbers)];
      expect(numbers.sort((a, b) => a - b)).toEqual(whole.flatMap((number) => [number, number]).sort((a, b) => a - b));
      expect(whole).toEqual(expect.arrayContaining([...acknowledged]));
      expect(acknowledged.size).toBeGreaterThanOrEqual(SAVES - CRASHES.length - 1);
      expect(transcript[0]!.text).toBe(`Corrected ${Math.max(...whole)} times`);
    }),
  LONG_MS,
);

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
  try {
    const body = JSON.stringify({ segments: transcript });
    const answer = await call('PUT', `/api/episodes/${path.split('/')[1]}/transcript`, body, {
      'if-match': `"${page.version}"`,
    });
    expect(answer).toMatchObject({ status: 200, body: { changes: 3 } });

    return { version: Saved.parse(answer.body).version, transcript };
  } catch (error) {
    if (!/^(fetch failed|terminated)$/.test(messageOf(error))) throw error;
    return null;
  }
}

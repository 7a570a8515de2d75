import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { RevertAnswer } from '@earmark/contracts/history';
import { projectors, verify } from '@earmark/projections/runner';
import { id, record, seriesAdded, storyCount } from '@earmark/projections/testing';
import fc from 'fast-check';
import { Story } from '../episode-page/past-story.fixture.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await record(app.services.log, `series-${id('series')}`, seriesAdded());
});
afterAll(async () => app.stop());

/**
 * Steps of a story that stay within the episode's own streams: refreshes, transcripts, edits, decisions, descriptions
 * (with odd numbers; with even ones, what a feed says, which is not undone).
 */
const OWN_KINDS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 19];
const DESCRIPTIONS = 19;
let stories = 0;

it('shows byte for byte the page as of an event when everything since is undone, and the later page when that is undone, too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...OWN_KINDS), fc.nat(1000), fc.nat(1000)), { minLength: 8, maxLength: 20 }),
      fc.nat(100),
      async (steps, chosen) => {
        const story = new Story(app.services.log, ++stories, false);
        const positions = [await story.begin()];
        // Two patterns, a transcript.
        for (const [kind, a, b] of [
          [0, 0, 0],
          [0, 1, 1],
          [4, 16, 0],
        ] as const)
          await story.step(kind, a, b);
        positions.push(await app.services.log.head());
        for (const [kind, a, b] of steps) {
          const position = await story.step(kind, kind === DESCRIPTIONS ? a | 1 : a, b);
          if (position !== null) positions.push(position);
        }
        const last = await live(story);
        const then = positions[1 + (chosen % (positions.length - 1))]!;
        const before = await past(story, then);

        const head = await app.services.log.head();
        expect((await restore(story, then)).status).toBe(200);
        expect(JSON.stringify(await live(story))).toBe(JSON.stringify(before));
        expect((await restore(story, head)).status).toBe(200);
        expect(JSON.stringify(await live(story))).toBe(JSON.stringify(last));
      },
    ),
    { numRuns: storyCount(6), endOnFailure: true },
  );
  expect(await differences()).toEqual([]);
}, 600_000);

it('has the same rows as before when the removal of a podcast, with all that happened to its episodes, is undone', async () => {
  const before = await rows();
  const removed = await admin('DELETE', `/api/admin/series/${id('series')}`);
  expect(removed.status).toBe(200);
  expect(await rows()).not.toEqual(before);
  expect(await differences()).toEqual([]);
  const { eventId } = removed.body as { eventId: string };
  expect((await admin('POST', `/api/admin/history/${eventId}/revert`, {})).status).toBe(200);
  expect(await rows()).toEqual(before);
  expect(await differences()).toEqual([]);
}, 600_000);

async function differences() {
  const comparisons = await verify({ log: app.services.log, pool: app.services.pool, projectors });

  return comparisons.filter((one) => one.differences > 0);
}

/** A digest of each table, apart from the one that says when something was removed. */
async function rows(): Promise<Record<string, string>> {
  const { pool } = app.services;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'read' and tablename not in ('projection', 'mentions_removal') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const digest = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from read.${name} t`;
    found[name] = (await pool.query<{ digest: string }>(digest)).rows[0]!.digest;
  }

  return found;
}

const pathOf = ({ episodeUuid }: Story) => `/api/podcasts/${id('series')}/${episodeUuid}`;

async function live(story: Story): Promise<unknown> {
  const head = await app.services.log.head();
  while (!(await app.services.checkpoints.passed(head)));
  const answer = await app.visitor('GET', pathOf(story));
  expect(answer.status).toBe(200);

  return shown(answer.body);
}

async function past(story: Story, position: bigint): Promise<unknown> {
  const answer = await app.visitor('GET', `${pathOf(story)}?asOf=${position}`);
  expect(answer.status).toBe(200);

  return shown(answer.body);
}

/**
 * Versions and positions name streams and the log, which grow by an undo, too; the podcast counts the episodes of other
 * stories.
 */
function shown(body: unknown): unknown {
  const { version: _version, position: _position, asOf: _asOf, podcast: _podcast, ...page } = body as EpisodePage;

  return page;
}

const restore = async (story: Story, position: bigint): Promise<{ status: number; body: RevertAnswer }> => {
  const body = { episodeUuid: story.episodeUuid, position: position.toString() };

  return (await admin('POST', '/api/admin/history/restore', body)) as { status: number; body: RevertAnswer };
};

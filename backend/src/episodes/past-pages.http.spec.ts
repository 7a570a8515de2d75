import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { id, record, seriesAdded } from '@earmark/projections/testing';
import fc from 'fast-check';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { KINDS, Story } from './past-story.fixture.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await record(app.services.log, `series-${id('series')}`, seriesAdded());
});
afterAll(async () => app.stop());

const pathOf = ({ episodeUuid }: Story) => `/api/podcasts/${id('series')}/${episodeUuid}`;

/** The page as it is now, once the projections have passed `position`. */
async function live(story: Story, position: bigint): Promise<EpisodePage> {
  while (!(await app.services.checkpoints.passed(position)));
  const answer = await app.visitor('GET', pathOf(story));
  expect(answer).toMatchObject({ status: 200 });

  return answer.body as EpisodePage;
}

async function past(story: Story, asOf: string): Promise<EpisodePage> {
  const answer = await app.visitor('GET', `${pathOf(story)}?asOf=${asOf}`);
  expect(answer).toMatchObject({ status: 200 });
  const { asOf: place, ...page } = answer.body as EpisodePage;
  expect(place).toEqual({ position: asOf, eventId: expect.any(String), at: expect.any(String) });

  return page;
}

let stories = 0;

it('shows after any story each moment as it was shown then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(KINDS - 1), fc.nat(1000), fc.nat(1000)), { minLength: 25, maxLength: 45 }),
      async (steps) => {
        const story = new Story(app.services.log, ++stories);
        const seen: { position: bigint; page: EpisodePage }[] = [];
        const begun = await story.begin();
        seen.push({ position: begun, page: await live(story, begun) });
        for (const [kind, a, b] of [[0, 0, 0], [0, 1, 1], [4, 16, 0], ...steps] as const) {
          const position = await story.step(kind, a, b);
          if (position !== null) seen.push({ position, page: await live(story, position) });
        }
        for (const { position, page } of seen) expect(await past(story, position.toString())).toEqual(page);
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
}, 600_000);

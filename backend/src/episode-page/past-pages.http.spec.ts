import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EpisodeMoment, EpisodePage } from '@earmark/contracts/episodes';
import { id, record, seriesAdded, storyCount } from '@earmark/projections/testing';
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

/** The current page, once the projections have passed `position`; null while it is removed. */
async function live(story: Story, position: bigint): Promise<EpisodePage | null> {
  while (!(await app.services.checkpoints.passed(position)));
  const answer = await app.visitor('GET', pathOf(story));
  const isRemoved = await story.isRemoved();
  const code = expect.stringMatching(/^(series|episode)-removed$/);
  expect(answer).toMatchObject(isRemoved ? { status: 404, body: { code } } : { status: 200 });

  return isRemoved ? null : withoutPosition(answer.body);
}

/** The current page also has the position up to which it was read. */
function withoutPosition(body: unknown): EpisodePage {
  const { position: _, ...page } = body as EpisodePage;

  return page;
}

/** Null when it was removed at that time. */
async function past(story: Story, asOf: string): Promise<EpisodePage | null> {
  const answer = await app.visitor('GET', `${pathOf(story)}?asOf=${asOf}`);
  const isRemoved = answer.status === 404;
  const detail = expect.stringMatching(/was removed at that time\.$/);
  const place = { position: asOf, eventId: expect.any(String), at: expect.any(String) };
  expect(answer).toMatchObject(isRemoved ? { body: { detail } } : { status: 200, body: { asOf: place } });
  const { asOf: _place, ...page } = answer.body as EpisodePage;

  return isRemoved ? null : page;
}

let stories = 0;

it('shows every moment of any story as it was shown then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(KINDS - 1), fc.nat(1000), fc.nat(1000)), { minLength: 25, maxLength: 45 }),
      async (steps) => {
        const story = new Story(app.services.log, ++stories);
        const seen: { position: bigint; page: EpisodePage | null }[] = [];
        const begun = await story.begin();
        seen.push({ position: begun, page: await live(story, begun) });
        for (const [kind, a, b] of [[0, 0, 0], [0, 1, 1], [4, 16, 0], ...steps] as const) {
          const position = await story.step(kind, a, b);
          if (position !== null) seen.push({ position, page: await live(story, position) });
        }
        await story.restoreAll();
        await live(story, await app.services.log.head());
        for (const { position, page } of seen) {
          const then = await past(story, position.toString());
          expect(then).toEqual(page);
          expect(JSON.stringify(then)).toBe(JSON.stringify(page));
        }
      },
    ),
    { numRuns: storyCount(3), endOnFailure: true },
  );
}, 600_000);

describe('one episode', () => {
  let story: Story;
  let path: string;
  const positions: bigint[] = [];
  beforeAll(async () => {
    story = new Story(app.services.log, 1000);
    path = pathOf(story);
    // Patterns, transcript, a text, a description; the choice of numbers does not matter.
    positions.push(await story.begin());
    for (const [kind, a, b] of [
      [0, 0, 0],
      [4, 16, 0],
      [5, 0, 1],
      [19, 1, 1],
    ] as const)
      positions.push((await story.step(kind, a, b))!);
    await live(story, positions.at(-1)!);
  });
  const get = async (asOf: string) => app.visitor('GET', `${path}?asOf=${encodeURIComponent(asOf)}`);

  it('lists its moments, each of which can be opened by position and by event', async () => {
    const answer = await app.visitor('GET', `/api/episodes/${story.episodeUuid}/moments`);
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { sentence: 'The episode was added.', position: positions[0]!.toString() },
        { sentence: 'The transcript was added.', position: positions[2]!.toString() },
        { sentence: '1 passage was corrected.' },
        { sentence: 'The description was edited.' },
      ],
    });
    const moments = answer.body as EpisodeMoment[];
    for (const { position, eventId, at } of moments) {
      const byEvent = await get(eventId);
      expect(byEvent).toMatchObject({ status: 200, body: { asOf: { position, eventId, at } } });
      expect(byEvent.body).toEqual((await get(position)).body);
      expect(byEvent.headers.get('etag')).toBeNull();
      expect(byEvent.headers.get('cache-control')).toBe('no-store');
    }
    expect(await app.visitor('GET', '/api/episodes/nothing/moments')).toMatchObject({ status: 404 });
  });

  it('takes a position inside an append as its end', async () => {
    const inside = positions[2]! - 1n;
    expect(await get(inside.toString())).toMatchObject({
      status: 200,
      body: { asOf: { position: positions[2]!.toString() }, episode: { hasWhisperTranscript: true } },
    });
  });

  it('takes a time as everything before the first later event', async () => {
    // All events of the fixtures have the same time; the categories were created when the app started.
    expect(await get('2026-01-02T03:04Z')).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
    const now = await get('2999-01-01');
    expect(now).toMatchObject({ status: 200, body: { asOf: { at: '2999-01-01T00:00:00.000Z' } } });
    const { asOf: _, ...page } = now.body as EpisodePage;
    expect(page).toEqual(withoutPosition((await app.visitor('GET', path)).body));
  });

  it('refuses an unknown moment in one sentence', async () => {
    const beyond = (await app.services.log.head()) + 1n;
    for (const [asOf, status, code] of [
      [beyond.toString(), 400, 'invalid'],
      ['9'.repeat(90), 400, 'invalid'],
      ['yesterday', 400, 'invalid'],
      ['', 400, 'invalid'],
      ['2026-02-30', 400, 'invalid'],
      [id('no event'), 404, 'event-unknown'],
      ['0', 404, 'episode-unknown'],
      ['1', 404, 'episode-unknown'],
    ] as const)
      expect(await get(asOf)).toMatchObject({
        status,
        body: { status, code, detail: expect.stringMatching(/^["A-Z].*\.$/) },
      });
  });

  it('refuses a malformed moment before it looks for the episode', async () => {
    for (const place of ['nobody/nothing', `${path.split('/')[3]}/nothing`])
      expect(await app.visitor('GET', `/api/podcasts/${place}?asOf=garbage`)).toMatchObject({ status: 400 });
  });

  it('is refused by calls that answer only for the present', async () => {
    for (const other of ['/api/dashboard/podcast-series', `/api/podcasts/${id('series')}`, '/api/auth/me'])
      expect(await app.visitor('GET', `${other}?asOf=1`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});

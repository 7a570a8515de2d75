import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { CarryOverCorrections, RecordTranscriptFile, type VersionId } from '@earmark/contracts/transcripts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const context = systemContext('spec');
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episode = (number: number) => uuidFrom(seriesUuid, String(number), EpisodeUuid);

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const none = { host: null, author: null, description: null, imageUrl: null, websiteUrl: null, language: null };
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: { name: 'Talk', explicit: false, categories: [], ...none } },
    context,
  );
  for (const number of [1, 2])
    await app.services.series.putEpisode(
      {
        episodeUuid: episode(number),
        seriesUuid,
        guid: null,
        facts: {
          title: `Part ${number}`,
          description: null,
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-0${number}-01T00:00:00.000Z`,
          durationSeconds: 60,
          link: null,
          transcripts: [],
        },
      },
      context,
    );
});
afterAll(async () => app.stop());

it('has nothing to carry over where nobody corrected anything', async () => {
  expect(await carry(1, await record(1, ['Hello there.']))).toEqual({ placed: 0, asked: 0, obsolete: 0 });
  await record(1, ['Hello there.'], true);
  expect(await carry(1, await record(1, ['Hello there!']))).toEqual({ placed: 0, asked: 0, obsolete: 0 });
});

it('never lets a correction pass unasked', async () => {
  await record(2, ['Helo there.'], true);
  const { transcript } = (await admin('GET', '/api/podcasts/talk/part-2')).body as EpisodePage;
  expect(transcript).toHaveLength(1);
  await admin('PUT', `/api/episodes/${episode(2)}/transcript`, {
    segments: [{ ...transcript[0], text: 'Hello there.' }],
  });
  expect(await carry(2, await record(2, ['Hallo dear.']))).toMatchObject({ placed: 0, asked: 1 });
});

const carry = async (number: number, versionId: VersionId) =>
  app.services.commands.send(new CarryOverCorrections({ episodeUuid: episode(number), versionId }, context));

async function record(number: number, lines: readonly string[], activates = false): Promise<VersionId> {
  const cues = lines.map((line, index) => `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n${line}`);
  const { versionId, outcome } = await app.services.commands.send(
    new RecordTranscriptFile(
      {
        episodeUuid: episode(number),
        bytes: Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`),
        source: 'model',
        replacesEdits: false,
        activates,
      },
      context,
    ),
  );
  while (!(await app.services.checkpoints.passed(outcome.position)));
  return versionId;
}

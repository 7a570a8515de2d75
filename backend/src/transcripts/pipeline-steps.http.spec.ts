import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import type { Change } from '@earmark/contracts/history';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import {
  ActivateTranscript,
  MapSpeakers,
  RecordTranscriptFile,
  type VersionId,
  VerifyTimestamps,
} from '@earmark/contracts/transcripts';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const context = systemContext('spec');
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episodeUuid = uuidFrom(seriesUuid, '1', EpisodeUuid);

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const { series } = app.services;
  const facts = { ...seriesFacts('Engines'), host: 'Dana Whitlock' };
  await series.putSeries({ seriesUuid, feedUrl: null, itunesId: null, facts }, context);
  await series.putEpisode(
    {
      episodeUuid,
      seriesUuid,
      guid: null,
      facts: {
        title: 'Looms, with Ann Karlsson',
        description: null,
        audioUrl: null,
        imageUrl: null,
        publishedAt: '2026-01-01T00:00:00.000Z',
        durationSeconds: 60,
        link: null,
        transcripts: [],
      },
    },
    context,
  );
});
afterAll(async () => app.stop());

const FILE = `WEBVTT

00:00:00.000 --> 00:00:06.000
<v SPEAKER_00>Welcome to Engines. I'm Dana Whitlock, and today my guest is Ann Karlsson.

00:00:05.000 --> 00:00:08.000
<v SPEAKER_00>It is good to have you on the show, Ann.

00:00:08.000 --> 00:00:12.000
<v SPEAKER_01>Thanks for having me, Dana.
`;
let versionId: VersionId;

it('map speakers and verify times of a version that nobody sees yet', async () => {
  const recorded = await app.services.commands.send(
    new RecordTranscriptFile(
      { episodeUuid, bytes: Buffer.from(FILE), source: 'model', replacesEdits: false, activates: false },
      context,
    ),
  );
  ({ versionId } = recorded);
  const mapped = await map();
  expect(mapped).toMatchObject({ sentence: 'Mapped 2 of 2 speakers', outcome: { types: ['SpeakersMapped'] } });
  const verified = await verify(60_000);
  expect(verified).toMatchObject({
    sentence: '3 segments checked, 1 repaired, 1 gap of 48 s at 00:00:12',
    details: ['The times of 1 segment were corrected.', 'Gap of 48 s at 00:00:12'],
    warnings: ['Only 20 % of the audio has a transcript.'],
    outcome: { types: ['TimestampsVerified'] },
  });
  await app.services.commands.send(new ActivateTranscript({ episodeUuid, versionId }, context));
  expect(await lines()).toEqual([
    ['Dana Whitlock', 0, 5000],
    ['Dana Whitlock', 5000, 8000],
    ['Ann Karlsson', 8000, 12_000],
  ]);
});

it('have nothing more to do a second time', async () => {
  expect(await map()).toMatchObject({ sentence: 'No speaker needs a name', outcome: { position: null } });
  expect(await verify(60_000)).toMatchObject({ outcome: { position: null } });
});

it('are described in the history and undone exactly', async () => {
  const changes = await history();
  const [repaired, identified] = ['TimestampsVerified', 'SpeakersMapped'].map((wanted) =>
    changes.find(({ type }) => type === wanted)!,
  );
  expect(identified).toMatchObject({
    sentence: 'Identified “SPEAKER_00” as “Dana Whitlock”, “SPEAKER_01” as “Ann Karlsson”.',
    revertible: true,
  });
  expect(repaired).toMatchObject({ sentence: 'Repaired the times: 1 segment was retimed.', revertible: true });
  for (const { eventId } of [repaired!, identified!])
    expect(await admin('POST', `/api/admin/history/${eventId}/revert`, {})).toMatchObject({ status: 200 });
  expect(await lines()).toEqual([
    ['SPEAKER_00', 0, 6000],
    ['SPEAKER_00', 5000, 8000],
    ['SPEAKER_01', 8000, 12_000],
  ]);
});

it('work on the shown version, too, and are no corrections that a file would replace', async () => {
  await map();
  await verify(null);
  expect((await lines())[0]).toEqual(['Dana Whitlock', 0, 5000]);
  const other = Buffer.from(FILE.replace('Welcome', 'Hello and welcome'));
  expect(await admin('POST', `/api/admin/episodes/${episodeUuid}/transcript-file`, other)).toMatchObject({
    status: 200,
  });
});

it('record many repairs as several events, each of which the log takes', async () => {
  const cues = Array.from(
    { length: 1201 },
    (_, index) => `00:${clock(index)}.000 --> 00:${clock(index)}.000\nCue ${index}.`,
  );
  const bytes = Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`);
  const recorded = await app.services.commands.send(
    new RecordTranscriptFile({ episodeUuid, bytes, source: 'model', replacesEdits: false, activates: false }, context),
  );
  const command = { episodeUuid, versionId: recorded.versionId, durationMs: null };
  const { outcome, sentence } = await app.services.commands.send(new VerifyTimestamps(command, context));
  expect(sentence).toBe('1201 segments checked, 1201 repaired');
  expect(outcome.types).toEqual(['TimestampsVerified', 'TimestampsVerified', 'TimestampsVerified']);
  const again = await app.services.commands.send(new VerifyTimestamps(command, context));
  expect(again).toMatchObject({ sentence: '1201 segments checked, 0 repaired', outcome: { types: [] } });
});

it('refuse a version that was never recorded', async () => {
  const unknown = { episodeUuid, versionId: uuidFrom(episodeUuid, 'no such file') as VersionId };
  await expect(app.services.commands.send(new MapSpeakers(unknown, context))).rejects.toMatchObject({
    code: 'version-unknown',
  });
});

const clock = (seconds: number) =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
const map = async () => app.services.commands.send(new MapSpeakers({ episodeUuid, versionId }, context));
const verify = async (durationMs: number | null) =>
  app.services.commands.send(new VerifyTimestamps({ episodeUuid, versionId, durationMs }, context));

async function lines() {
  await app.services.checkpoints.passed(await app.services.log.head());
  const { transcript } = (await admin('GET', '/api/podcasts/engines/looms-with-ann-karlsson')).body as EpisodePage;

  return transcript.map(({ speaker, startTime, endTime }) => [speaker, startTime, endTime]);
}

async function history(): Promise<Change[]> {
  await app.services.checkpoints.passed(await app.services.log.head());
  const { body } = await admin('GET', `/api/history?episodeUuid=${episodeUuid}`);

  return (body as { changes: Change[] }).changes;
}

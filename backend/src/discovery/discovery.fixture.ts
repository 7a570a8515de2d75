import { randomUUID } from 'node:crypto';
import { RecordCandidates, type Finding, type FoundCandidate } from '@earmark/contracts/discovery';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import type { RunningApp } from '../testing/running-app.ts';

export const seriesUuid = SeriesUuid.parse('22222222-2222-4222-8222-222222222222');
const context = systemContext('spec');

export const episode = (number: number): EpisodeUuid => uuidFrom(seriesUuid, `discovery ${number}`, EpisodeUuid);

export const finding = (): Finding => ({
  findingId: randomUUID(),
  provider: 'offline',
  model: 'offline-1',
  prompt: '1',
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
});

export const candidate = (name: string, type: string, confidence = '0.80'): FoundCandidate => ({
  name,
  type,
  confidence,
  suggestedUrl: null,
  segmentIds: [],
});

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Adds a podcast whose episodes 1, 2, … have these lines, and waits until the tables show them. */
export async function addEpisodes(app: RunningApp, lines: readonly (readonly string[])[]): Promise<void> {
  const { services } = app;
  const none = { host: null, author: null, description: null, imageUrl: null, websiteUrl: null, language: null };
  await services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: { name: 'Notes', explicit: false, categories: [], ...none } },
    context,
  );
  for (const [index, texts] of lines.entries()) {
    const episodeUuid = episode(index + 1);
    const facts = {
      title: `Part ${index + 1}`,
      description: null,
      audioUrl: null,
      imageUrl: null,
      publishedAt: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
      durationSeconds: 60,
      link: null,
      transcripts: [],
    };
    await services.series.putEpisode({ episodeUuid, seriesUuid, guid: null, facts }, context);
    const cues = texts.map((text, at) => `${clock(at)} --> ${clock(at + 1)}\n<v Ada>${text}`);
    const bytes = Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`);
    await services.transcripts.recordFile(episodeUuid, bytes, 'upload', context);
  }
  await projected(app);
}

export const propose = async (app: RunningApp, number: number, ...candidates: FoundCandidate[]) =>
  app.services.commands.send(
    new RecordCandidates({ episodeUuid: episode(number), finding: finding(), candidates }, context),
  );

/** Waits until the tables have passed everything recorded. */
export async function projected({ services }: RunningApp): Promise<void> {
  const head = await services.log.head();
  while (!(await services.checkpoints.passed(head)));
}

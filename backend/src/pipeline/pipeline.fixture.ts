import { EpisodeUuid, type EpisodeFacts } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { StartRun } from '@earmark/contracts/pipeline';
import { SeriesUuid } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import type { RunningApp } from '../testing/running-app.ts';
import type { Stubs } from '../testing/stubs/stubs.ts';

const A_DAY = 86_400_000;

export const by = systemContext('spec');
export const seriesUuid = uuidFrom(EARMARK_NAMESPACE, 'series of runs', SeriesUuid);
export const episodeOf = (number: number): EpisodeUuid => uuidFrom(seriesUuid, String(number), EpisodeUuid);

/** A podcast with episodes, of which each offers the transcript of that number of the stubs. */
export async function addEpisodes(
  app: RunningApp,
  stubs: Pick<Stubs, 'url'>,
  numbers: readonly number[],
  more: Partial<EpisodeFacts> = {},
): Promise<void> {
  const none = { host: null, author: null, description: null, imageUrl: null, websiteUrl: null, language: null };
  let last: bigint | null = null;
  const facts = { name: 'Runs', explicit: false, categories: [], ...none };
  await app.services.series.putSeries({ seriesUuid, feedUrl: null, itunesId: null, facts }, by);
  for (const number of numbers) {
    const facts = {
      title: `Part ${number}`,
      description: null,
      audioUrl: null,
      imageUrl: null,
      publishedAt: new Date(Date.UTC(2026, 0, 1) + number * A_DAY).toISOString(),
      durationSeconds: 60,
      link: null,
      transcripts: [{ url: `${stubs.url}/transcripts/${number}.vtt`, type: 'text/vtt', language: null }],
      ...more,
    };
    const episode = { episodeUuid: episodeOf(number), seriesUuid, guid: null, facts };
    last = (await app.services.series.putEpisode(episode, by)).position;
  }
  while (!(await app.services.checkpoints.passed(last)));
}

export async function startRun(app: RunningApp, number: number, skipTranscription = false) {
  const order = { episodeUuid: episodeOf(number), skipTranscription, batchId: null };

  return app.services.commands.send(new StartRun(order, by));
}

import { EpisodeUuid } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { seriesFacts, SeriesUuid } from '@earmark/contracts/series';
import type { EpisodesStatusAnswer } from '@earmark/contracts/uploads';
import { systemContext } from '../kit/system-context.ts';
import type { Caller, RunningApp } from '../testing/running-app.ts';
import type { Stubs } from '../testing/stubs/stubs.ts';

const A_DAY = 86_400_000;

export const STATUS = '/api/admin/transcript-search';
export const by = systemContext('spec');
export const seriesUuid = uuidFrom(EARMARK_NAMESPACE, 'series of uploads', SeriesUuid);
export const episodeOf = (number: number): EpisodeUuid => uuidFrom(seriesUuid, String(number), EpisodeUuid);

/** Of a transcript of two cues by Ann and the other. */
export const vttOf = (words: string, other = 'Bob'): string =>
  `WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ann>${words}\n\n01:02.500 --> 01:05.000\n<v ${other}>Yes, I agree with that.\n`;

/** A podcast with episodes that have these transcripts, by their numbers. */
export async function addTranscripts(app: RunningApp, transcripts: Readonly<Record<number, string>>): Promise<void> {
  const { series, transcripts: recorded, checkpoints } = app.services;
  await series.putSeries({ seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts('Uploads') }, by);
  let last: bigint | null = null;
  for (const [number, text] of Object.entries(transcripts)) {
    const episodeUuid = episodeOf(Number(number));
    const facts = {
      title: `Part ${number}`,
      description: null,
      audioUrl: null,
      imageUrl: null,
      publishedAt: new Date(Date.UTC(2026, 0, 1) + Number(number) * A_DAY).toISOString(),
      durationSeconds: 60,
      link: null,
      transcripts: [],
    };
    last = (await series.putEpisode({ episodeUuid, seriesUuid, guid: null, facts }, by)).position;
    if (text !== '') last = (await recorded.recordFile(episodeUuid, Buffer.from(text), 'upload', by)).outcome.position;
  }
  while (!(await checkpoints.passed(last)));
}

export async function statusOf(admin: Caller, number: number) {
  const { body } = await admin('GET', `${STATUS}/episodes-status?paged=true&q=Part%20${number}`);
  const { episodes } = body as EpisodesStatusAnswer;

  return episodes.find(({ uuid }) => uuid === episodeOf(number))!;
}

/** Names of episodes by the files that each vector store searches, with what is stored nowhere at the end. */
export function filesAt({ openAiStores: { files, stores } }: Stubs): string[] {
  const attached = [...stores.values()].flatMap((store) =>
    [...store.files.values()].map(({ id, attributes }) => ({ id, title: String(attributes['episode_title']) })),
  );
  const orphans = [...files.keys()].filter((id) => !attached.some((file) => file.id === id));

  return [...attached.map(({ title }) => title).sort(), ...orphans.map(() => 'an orphan')];
}

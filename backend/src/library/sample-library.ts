import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChangeEpisode, EpisodeUuid } from '@earmark/contracts/episodes';
import type { Context } from '@earmark/contracts/kit';
import { ChangeSeries, SeriesUuid } from '@earmark/contracts/series';
import { RecordTranscriptFile } from '@earmark/contracts/transcripts';
import { ImportPatterns } from '@earmark/contracts/vocabulary';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SAMPLE_LIBRARY } from './sample-library.folder.ts';
import { Commands } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { systemContext } from '../kit/system-context.ts';
import { readPatternCsv } from '../vocabulary/pattern-file.ts';
import { library } from './library.decider.ts';

const MAIN = 'main';

const SampleEpisode = z.object({
  uuid: EpisodeUuid,
  title: z.string(),
  description: z.string(),
  publishedAt: z.string(),
  durationSeconds: z.number().int(),
  image: z.string().nullable(),
  audio: z.string().nullable(),
  transcript: z.string(),
});
const Sample = z.object({
  series: z.array(
    z.object({
      uuid: SeriesUuid,
      name: z.string(),
      host: z.string(),
      author: z.string(),
      description: z.string(),
      image: z.string(),
      language: z.string(),
      categories: z.array(z.string()),
      websiteUrl: z.string().nullable(),
      episodes: z.array(SampleEpisode),
    }),
  ),
});

const served = (file: string | null): string | null => (file === null ? null : `/sample-library/${file}`);

/** The library that the first start loads, so that there is something to look at. */
@Injectable()
export class SampleLibrary {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
  ) {}

  /** Sends commands, once; resumes after an interruption. Does nothing when the library has other series. */
  async load(announce: (line: string) => void): Promise<void> {
    const { state } = await this.streams.read(library, MAIN);
    if (state.isSampleLoaded) return;
    const sample = Sample.parse(JSON.parse(await readFile(join(SAMPLE_LIBRARY, 'library.json'), 'utf8')));
    const own = new Set(sample.series.map(({ uuid }) => `series-${uuid}`));
    for await (const event of this.streams.log.readAll({ filter: { types: ['SeriesAdded'] } }))
      if (!own.has(event.stream)) return;

    announce('Loading the sample library');
    const context = systemContext('sample library');
    const { rows } = readPatternCsv(await readFile(join(SAMPLE_LIBRARY, 'patterns.csv'), 'utf8'));
    const { cutOff } = await this.commands.send(new ImportPatterns({ rows }, context));
    if (cutOff !== null) throw cutOff.error;
    let episodes = 0;
    for (const { uuid: seriesUuid, image, episodes: sampleEpisodes, ...rest } of sample.series) {
      const facts = { ...rest, imageUrl: served(image), explicit: false };
      await this.commands.send(
        new ChangeSeries({ type: 'PutSeries', seriesUuid, feedUrl: null, itunesId: null, facts }, context),
      );
      for (const episode of sampleEpisodes) await this.loadEpisode(episode, seriesUuid, context);
      episodes += sampleEpisodes.length;
    }
    await this.streams.decide(library, MAIN, { series: sample.series.length, episodes }, context);
  }

  private async loadEpisode(
    { uuid: episodeUuid, image, audio, transcript, ...rest }: z.infer<typeof SampleEpisode>,
    seriesUuid: SeriesUuid,
    context: Context,
  ): Promise<void> {
    const facts = { ...rest, audioUrl: served(audio), imageUrl: served(image), link: null, transcripts: [] };
    await this.commands.send(
      new ChangeEpisode({ type: 'PutEpisode', episodeUuid, seriesUuid, guid: null, facts }, context),
    );
    const bytes = await readFile(join(SAMPLE_LIBRARY, transcript));
    try {
      await this.commands.send(
        new RecordTranscriptFile({ episodeUuid, bytes, source: 'publisher', replacesEdits: false }, context),
      );
    } catch (error) {
      // After an interrupted load, corrections that people have made to the transcript stay.
      if (!(error instanceof Rejected) || error.code !== 'transcript-edited') throw error;
    }
  }
}

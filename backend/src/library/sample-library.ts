import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SAMPLE_LIBRARY } from './sample-library.folder.ts';
import { Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import type { Services } from '../services.ts';
import { readPatternCsv } from '../vocabulary/pattern-file.ts';
import { library } from './library.decider.ts';

const MAIN = 'main';

const SampleEpisode = z.object({
  uuid: z.uuid(),
  title: z.string(),
  description: z.string(),
  publishedAt: z.string(),
  durationSeconds: z.number().int(),
  image: z.string().nullable(),
  audio: z.string().nullable(),
  transcript: z.string(),
});
const SampleLibrary = z.object({
  series: z.array(
    z.object({
      uuid: z.uuid(),
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

/**
 * Loads the sample library by commands, once; an interrupted load goes on where it was. Never into a library that has
 * series of its own.
 */
export async function loadSampleLibrary(services: Services, report: (line: string) => void): Promise<void> {
  const { streams, log, series, transcripts, vocabulary } = services;
  const { state } = await streams.read(library, MAIN);
  if (state.isSampleLoaded) return;
  const sample = SampleLibrary.parse(JSON.parse(await readFile(join(SAMPLE_LIBRARY, 'library.json'), 'utf8')));
  const own = new Set(sample.series.map(({ uuid }) => `series-${uuid}`));
  for await (const event of log.readAll({ filter: { types: ['SeriesAdded'] } })) if (!own.has(event.stream)) return;

  report('Loading the sample library');
  const context = systemContext('sample library');
  const { rows } = readPatternCsv(await readFile(join(SAMPLE_LIBRARY, 'patterns.csv'), 'utf8'));
  const { cutOff } = await vocabulary.import(rows, context);
  if (cutOff !== null) throw cutOff.error;
  let episodes = 0;
  for (const { uuid: seriesUuid, image, episodes: sampleEpisodes, ...facts } of sample.series) {
    await series.putSeries(
      { seriesUuid, feedUrl: null, itunesId: null, facts: { ...facts, imageUrl: served(image), explicit: false } },
      context,
    );
    for (const { uuid: episodeUuid, image: cover, audio, transcript, ...told } of sampleEpisodes) {
      const facts = { ...told, audioUrl: served(audio), imageUrl: served(cover), link: null, transcripts: [] };
      await series.putEpisode({ episodeUuid, seriesUuid, guid: null, facts }, context);
      const file = await readFile(join(SAMPLE_LIBRARY, transcript));
      await transcripts.recordFile(episodeUuid, file, 'publisher', context).catch((error: unknown) => {
        // An earlier load was interrupted, and somebody has been at work since: theirs stays.
        if (!(error instanceof Rejected) || error.code !== 'transcript-edited') throw error;
      });
      episodes++;
    }
  }
  await streams.decide(library, MAIN, { series: sample.series.length, episodes }, context);
}

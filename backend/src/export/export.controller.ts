import type { ExportEpisode } from '@earmark/projections/queries';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import { callerLeft, currentCaller } from '../kit/call.ts';
import { sendParts, untilGone } from '../kit/download.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Places } from '../kit/places.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { plainText, podcastingJson, subrip, webvtt } from './caption-writer.ts';
import { exportRows } from './export-rows.ts';
import { exportAtOneMoment, type ExportSource } from './export-source.ts';
import { stampWords, type ExportStamp } from './export-stamp.ts';

const MentionsQuery = z.object({
  podcast: z.string().min(1).max(500).nullish(),
  entity: z.string().min(1).max(500).nullish(),
  form: z.enum(['csv', 'jsonl']).default('csv'),
});

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
} as const;
const TranscriptForm = z.enum(['csv', 'json', 'srt', 'txt', 'vtt']);

/** Downloads for visitors. Every file names the last event before it. */
@ApiTags('export')
@Controller('api')
export class ExportController {
  /** Each holds a connection until its reader has everything. */
  private readonly places = new Places({
    atOnce: 3,
    perCaller: 1,
    waiting: 10,
    waitingPerCaller: 2,
    busy: 'Too many exports are running. Try again in a moment.',
    retryAfterSeconds: 10,
  });

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly streams: Streams,
  ) {}

  @Get('export/mentions')
  @ApiOperation({ summary: 'One row per mention, as CSV or JSON lines' })
  @ApiProduces('text/csv', 'application/x-ndjson')
  async mentions(
    @Query({ schema: MentionsQuery }) query: z.infer<typeof MentionsQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const { podcast = null, entity = null, form } = query;
    const download = async () =>
      exportAtOneMoment({ pool: this.pool, log: this.streams.log }, { podcast, entity }, async (source) => {
        head(response, form, 'mentions', source.stamp);
        await sendParts(exportRows('mentions', form, source), response, source.lost);
      });
    await untilGone(async () => this.places.take(currentCaller(), download, callerLeft()));
  }

  @Get('podcasts/:podcastName/:episodeName/transcript.:form')
  @ApiOperation({ summary: 'The transcript of the episode’s page, as a file' })
  @ApiProduces('text/vtt', 'application/x-subrip', 'text/plain', 'application/json', 'text/csv')
  async transcript(
    @Param('podcastName') podcastName: string,
    @Param('episodeName') episodeName: string,
    @Param('form') wanted: string,
    @Res() response: Response,
  ): Promise<void> {
    const form = TranscriptForm.safeParse(wanted);
    if (!form.success)
      throw new Rejected('not-found', 'A transcript is available as transcript.vtt, .srt, .txt, .json or .csv.');
    const filter = { podcast: podcastName, episode: episodeName, entity: null };
    await exportAtOneMoment({ pool: this.pool, log: this.streams.log }, filter, async (source) => {
      for await (const episode of source.episodes()) {
        const parts = [];
        for await (const part of transcriptParts(form.data, source, episode)) parts.push(part);
        head(response, form.data, episode.episodeSlug, source.stamp);
        response.send(parts.join(''));
        return;
      }
      throw new Rejected('not-found', `The episode "${episodeName.slice(0, 100)}" has no transcript.`);
    });
  }
}

async function* transcriptParts(
  form: z.infer<typeof TranscriptForm>,
  source: ExportSource,
  episode: ExportEpisode,
): AsyncGenerator<string> {
  const { stamp } = source;
  const segments = await source.segments(episode);
  switch (form) {
    case 'csv':
      return yield* exportRows('transcripts', 'csv', {
        ...source,
        episodes: async function* () {
          yield episode;
        },
      });
    case 'json':
      return yield* podcastingJson(segments, stamp);
    case 'srt':
      return yield* subrip(segments);
    case 'txt':
      return yield* plainText(segments, `${episode.podcastName}: ${episode.episodeTitle}`, stamp);
    case 'vtt':
      return yield* webvtt(segments, stamp);
  }
}

function head(response: Response, form: keyof typeof TYPES, name: string, stamp: ExportStamp | null): void {
  // SubRip has no room for the stamp, so it goes into the file name.
  const place = form === 'srt' && stamp !== null ? `-as-of-${stamp.position}` : '';
  response.attachment(`${name}${place}.${form}`);
  response.set({ 'Content-Type': TYPES[form], 'Cache-Control': 'no-store', 'X-As-Of': stampWords(stamp) });
}

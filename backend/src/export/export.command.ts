import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EventLog } from '@earmark/projections/event-log';
import type { ExportEpisode } from '@earmark/projections/queries';
import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { readableFileError } from '../kit/file-error.ts';
import { subrip, webvtt } from './caption-writer.ts';
import { exportRows } from './export-rows.ts';
import { exportAtOneMoment, type ExportSource } from './export-source.ts';

const STANDARD_OUTPUT = '-';
const Wanted = z.discriminatedUnion('what', [
  z.object({ what: z.literal('mentions'), form: z.enum(['csv', 'jsonl']).default('csv') }),
  z.object({ what: z.literal('transcripts'), form: z.enum(['jsonl', 'csv', 'vtt', 'srt']).default('jsonl') }),
]);
type Wanted = z.infer<typeof Wanted>;
const Options = z.object({
  form: z.string().optional(),
  podcast: z.array(z.string()).default([]),
  entity: z.string().nullable().default(null),
  out: z.string().default(STANDARD_OUTPUT),
});

/**
 * Exports to standard output, or into a folder, where `manifest.json` is written last and names the event of all files.
 */
@Injectable()
export class ExportCommand implements TerminalCommand {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async run(args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const options = Options.parse(said);
    const wanted = Wanted.safeParse({ what: args[0], form: options.form });
    if (!wanted.success)
      throw new UsageError('export takes mentions (as csv or jsonl) or transcripts (as jsonl, csv, vtt or srt).');
    const { what, form } = wanted.data;
    const { out } = options;
    if (out === STANDARD_OUTPUT && (form === 'vtt' || form === 'srt'))
      throw new UsageError(`${form} makes one file per episode. Name a folder with --out.`);
    const { entity } = options;
    const [podcast = null, another] = options.podcast;
    if (another !== undefined) throw new UsageError('export accepts only one --podcast.');
    const done = { files: 0, episodes: 0, rows: 0 };
    const count = (rows: number): void => {
      done.episodes++;
      done.rows += rows;
      output.progress(`Exporting: ${done.episodes} episodes`);
    };
    const stamp = await exportAtOneMoment({ log: this.log, pool: this.pool }, { podcast, entity }, async (source) => {
      if (out === STANDARD_OUTPUT) await toStandardOutput(wanted.data, source, count);
      else await orReadable(out, async () => (done.files = await toFolder(wanted.data, source, out, count)));

      return source.stamp;
    });
    const summary = `${what} as ${form}: ${done.rows} rows of ${done.episodes} episodes`;
    // Standard output carries only the export.
    if (out === STANDARD_OUTPUT) output.warn(summary);
    else output.result({ what, form, out, ...done, asOf: stamp }, `${out}: ${summary}`);

    return 0;
  }
}

async function toStandardOutput(
  { what, form }: Wanted,
  source: ExportSource,
  count: (rows: number) => void,
): Promise<void> {
  if (form !== 'csv' && form !== 'jsonl') return;
  try {
    await pipeline(Readable.from(exportRows(what, form, source, count)), process.stdout, { end: false });
  } catch (error) {
    // The reader, such as `head`, has closed the pipe.
    if (!ReaderGone.safeParse(error).success) throw error;
  }
}

const ReaderGone = z.object({ code: z.enum(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']) });

async function toFolder(
  { what, form }: Wanted,
  source: ExportSource,
  folder: string,
  count: (rows: number) => void,
): Promise<number> {
  let files = 0;
  const put = async (name: string, parts: AsyncIterable<string> | Iterable<string>): Promise<void> => {
    await pipeline(Readable.from(parts), createWriteStream(join(folder, name)));
    files++;
  };
  await mkdir(folder, { recursive: true });
  if (form === 'csv' || form === 'jsonl') await put(`${what}.${form}`, exportRows(what, form, source, count));
  else
    for await (const episode of source.episodes()) {
      const segments = await source.segments(episode);
      await mkdir(join(folder, fileName(episode.podcastSlug, episode.podcastUuid)), { recursive: true });
      await put(`${pathOf(episode)}.${form}`, form === 'vtt' ? webvtt(segments, source.stamp) : subrip(segments));
      count(segments.length);
    }
  const manifest = { export: what, form, asOf: source.stamp, ...source.filter, files };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);

  return files;
}

const pathOf = (episode: ExportEpisode): string =>
  join(fileName(episode.podcastSlug, episode.podcastUuid), fileName(episode.episodeSlug, episode.episodeUuid));

/** The longest file name; longer ones lose their end. */
const MAX_BYTES = 200;

/** Slugs consist of letters, digits and hyphens, so only their length can be a problem for a file system. */
const fileName = (slug: string, uuid: string): string => (Buffer.byteLength(slug) > MAX_BYTES ? uuid : slug);

async function orReadable(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw readableFileError(error, path);
  }
}

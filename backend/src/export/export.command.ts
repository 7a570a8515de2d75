import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportEpisode } from '@earmark/projections/queries';
import { z } from 'zod';
import type { CommandRun, ExitCode } from '../command-line.ts';
import { UsageError } from '../commands/usage-error.ts';
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

/** To standard output, or into a folder, where `manifest.json` comes last and says of which event all files are. */
export async function exportCommand({ services, args, options, output }: CommandRun): Promise<ExitCode> {
  const wanted = Wanted.safeParse({ what: args[0], form: options.form ?? undefined });
  if (!wanted.success)
    throw new UsageError('export takes mentions (as csv or jsonl) or transcripts (as jsonl, csv, vtt or srt).');
  const { what, form } = wanted.data;
  const out = options.out ?? STANDARD_OUTPUT;
  if (out === STANDARD_OUTPUT && (form === 'vtt' || form === 'srt'))
    throw new UsageError(`${form} is a file per episode: name a folder with --out.`);
  const { entity } = options;
  const [podcast = null, another] = options.podcast ?? [];
  if (another !== undefined) throw new UsageError('export takes one podcast, or all.');
  const done = { files: 0, episodes: 0, rows: 0 };
  const count = (rows: number): void => {
    done.episodes++;
    done.rows += rows;
    output.progress(`Exporting: ${done.episodes} episodes`);
  };
  const stamp = await exportAtOneMoment(services, { podcast, entity }, async (source) => {
    if (out === STANDARD_OUTPUT) await toStandardOutput(wanted.data, source, count);
    else await orReadable(out, async () => (done.files = await toFolder(wanted.data, source, out, count)));

    return source.stamp;
  });
  const told = `${what} as ${form}: ${done.rows} rows of ${done.episodes} episodes`;
  // Standard output holds nothing but the export.
  if (out === STANDARD_OUTPUT) output.warn(told);
  else output.result({ what, form, out, ...done, asOf: stamp }, `${out}: ${told}`);

  return 0;
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
    // Whoever reads has seen enough, as `head` has.
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

/** Of a name; the end goes with it. */
const MOST_BYTES = 200;

/** Slugs are letters, numbers and hyphens; only their length can be too much for a file system. */
const fileName = (slug: string, uuid: string): string => (Buffer.byteLength(slug) > MOST_BYTES ? uuid : slug);

async function orReadable(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw readableFileError(error, path);
  }
}

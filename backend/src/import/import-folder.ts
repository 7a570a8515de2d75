import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { foldName, hasCharacters } from '@earmark/contracts/mentions';
import { ChangeEpisode, type EpisodeFacts, EpisodeUuid } from '@earmark/contracts/episodes';
import { ChangeSeries, SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { RecordTranscriptText } from '@earmark/contracts/transcripts';
import { MAX_BODY_BYTES } from '../config.ts';
import { Rejected } from '../kit/rejected.ts';
import type { ParsedTranscript } from '../transcripts/formats/parse-transcript.ts';
import { readTranscript } from '../transcripts/read-transcript.ts';
import { emptyReport, type Importing, type ImportReport } from './import-report.ts';

/** Files that often lie beside transcripts but are not transcripts. */
const NOT_A_TRANSCRIPT =
  /^(\..*|(readme|license|licence|contributing|copying)(\.[a-z]{1,10})?|manifest\.[a-z]{1,10}|package(-lock)?\.json)$/i;
/** Generic file names; the folder's name then identifies the episode. */
const NAMELESS = /^(transcript|index|episode|subtitles|captions)$/i;

/**
 * A folder of transcripts, or one file, as a series: its name, or --series. Each file is an episode. Ids come from the
 * series' name and the file's place in the folder, so the same folder again changes nothing.
 */
export async function importFolder(source: string, importing: Importing): Promise<ImportReport> {
  const { commands, parsing, context, progress } = importing;
  const isFolder = (await stat(source)).isDirectory();
  const folder = isFolder ? resolve(source) : dirname(resolve(source));
  const all = isFolder ? await filesBelow(folder) : [resolve(source)];
  const isAside = (file: string): boolean => isFolder && NOT_A_TRANSCRIPT.test(basename(file));
  const files = all.filter((file) => !isAside(file));
  // The root folder has no name.
  const name = importing.seriesName ?? basename(folder);
  if (!hasCharacters(name))
    throw new Rejected(
      'invalid',
      'The series needs a name with at least one visible character. Give it one with --series.',
    );
  const seriesUuid = uuidFrom(EARMARK_NAMESPACE, foldName(name), SeriesUuid);

  const report = {
    ...emptyReport(source),
    skipped: [] as { what: string; reason: string }[],
    warnings: [] as string[],
  };
  const placeOf = (file: string): string => relative(folder, file).split(sep).join('/');
  const record = async (
    episodeUuid: EpisodeUuid,
    bytes: Buffer,
    parsed: ParsedTranscript,
    place: string,
  ): Promise<void> => {
    const { position } = await commands.send(
      new RecordTranscriptText({ episodeUuid, bytes, parsed, source: 'upload', replacesEdits: false }, context),
    );
    if (position === null) {
      report.unchanged++;
      return;
    }
    report.transcripts++;
    report.segments += parsed.segments.length;
    for (const warning of parsed.warnings) report.warnings.push(`${place}: ${warning}`);
  };
  let seriesIsPut = false;
  const recording = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const [index, file] of files.entries()) {
    const place = placeOf(file);
    progress(`${name}: ${index} of ${files.length} files, ${report.transcripts} new transcripts`);
    if ((await stat(file)).size > MAX_BODY_BYTES) {
      report.skipped.push({ what: place, reason: 'The file is larger than 10 MB.' });
      continue;
    }
    const bytes = await readFile(file);
    try {
      const parsed = await readTranscript(parsing, { bytes, durationMs: null });
      if (!seriesIsPut) {
        const { types } = await commands.send(
          new ChangeSeries(
            { type: 'PutSeries', seriesUuid, feedUrl: null, itunesId: null, facts: seriesFacts(name) },
            context,
          ),
        );
        if (types.includes('SeriesAdded')) report.series++;
        seriesIsPut = true;
      }
      const episodeUuid = uuidFrom(seriesUuid, place, EpisodeUuid);
      const facts = episodeFacts(
        parsed.title ?? titleOf(place),
        parsed.publishedAt ?? dateIn(place),
        parsed.segments.at(-1)?.endMs ?? 0,
      );
      const put = await commands.send(
        new ChangeEpisode({ type: 'PutEpisode', episodeUuid, seriesUuid, guid: null, facts }, context),
      );
      if (put.types.includes('EpisodeAdded')) report.episodes++;
      else if (put.types.length > 0) report.episodesChanged++;
      // Episodes are added in the order of the files; their transcripts are recorded while the next files are read.
      if (recording.size >= AT_ONCE) await Promise.race(recording);
      if (failures.length > 0) break;
      const mine = record(episodeUuid, bytes, parsed, place)
        .catch((error: unknown) => {
          if (error instanceof Rejected) report.skipped.push({ what: place, reason: error.message });
          else failures.push(error);
        })
        .finally(() => recording.delete(mine));
      recording.add(mine);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      report.skipped.push({ what: place, reason: error.message });
    }
  }
  await Promise.all(recording);
  if (failures.length > 0) throw failures[0];
  report.failed = report.skipped.length;
  for (const file of all.filter(isAside))
    report.skipped.push({ what: placeOf(file), reason: 'A file with this name is not a transcript.' });
  if (!seriesIsPut) {
    const [only] = isFolder ? [] : report.skipped;
    if (only) return { ...report, skipped: [], error: only.reason };
    return {
      ...report,
      error: all.length === 0 ? 'The folder contains no files.' : 'None of the files is a transcript.',
    };
  }

  return report;
}

/** How many transcripts are recorded while further files are read; the log combines waiting appends. */
const AT_ONCE = 4;

/** Every file below the folder, by path. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });

  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function titleOf(place: string): string {
  const bare = basename(place, extname(place)).replace(/\.(mp3|m4a|transcript)$/i, '');
  const name = NAMELESS.test(bare) && place.includes('/') ? basename(dirname(place)) : bare;
  const words = name.replace(/[_-]+/g, ' ').replace(/\s+/g, ' ').trim();

  return words.charAt(0).toUpperCase() + words.slice(1) || place;
}

/** A date in the file's name, as ISO; null when there is none. */
function dateIn(place: string): string | null {
  const [, year, month, day] = /(?<!\d)((?:19|20)\d\d)[-_](\d\d)[-_](\d\d)(?!\d)/.exec(basename(place)) ?? [];
  if (!year) return null;
  const at = new Date(`${year}-${month}-${day}T00:00:00.000Z`);

  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const episodeFacts = (title: string, publishedAt: string | null, endMs: number): EpisodeFacts => ({
  title,
  description: null,
  audioUrl: null,
  imageUrl: null,
  publishedAt,
  durationSeconds: endMs > 0 ? Math.ceil(endMs / 1000) : null,
  link: null,
  transcripts: [],
});

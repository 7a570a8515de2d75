import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { ImportFeed } from '@earmark/contracts/series';
import { ImportPatterns, saysNoisy } from '@earmark/contracts/vocabulary';
import { Injectable } from '@nestjs/common';
import { Commands } from '../kit/commands.ts';
import type { ExitCode, TerminalCommand } from '../kit/command-line/command.ts';
import type { Output } from '../kit/command-line/output.ts';
import { FeedUnreadable } from '../feeds/feed-unreadable.ts';
import { kindOf } from '../feeds/kind-of.ts';
import { MAX_OPML_BYTES } from '../feeds/opml.ts';
import { readFeedList } from '../feeds/feed-reading.ts';
import { FetchError } from '../feeds/fetch-error.ts';
import { MAX_FEED_BYTES } from '../feeds/load-feed.ts';
import { Parsing } from '../kit/process/parsing.ts';
import { Rejected } from '../kit/rejected.ts';
import { systemContext } from '../kit/system-context.ts';
import { isTranscriptTable } from '../transcripts/formats/csv.format.ts';
import { HeldPatterns } from '../vocabulary/held-patterns.ts';
import { NoisyRows } from '../vocabulary/noisy-rows.ts';
import { readPatternFile } from '../vocabulary/read-pattern-file.ts';
import { importFolder } from './import-folder.ts';
import { emptyReport, type ImportingNames, type ImportReport } from './import-report.ts';

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Imports the sources one after the other. One that cannot be read does not stop the others. */
@Injectable()
export class ImportCommand implements TerminalCommand {
  constructor(
    private readonly commands: Commands,
    private readonly parsing: Parsing,
    private readonly noisy: NoisyRows,
    private readonly held: HeldPatterns,
  ) {}

  async run(args: readonly string[], said: unknown, output: Output): Promise<ExitCode> {
    const { series, move, holdNoisy: isHeld } = Options.parse(said);
    const importing: ImportingNames = {
      commands: this.commands,
      parsing: this.parsing,
      context: systemContext('import'),
      seriesName: series,
      mayMove: move,
      noisy: this.noisy,
      held: this.held,
      holdsNoisy: isHeld,
      progress: (sentence) => output.progress(sentence),
    };
    const reports: ImportReport[] = [];
    for (const source of args)
      for await (const report of importSource(source, importing)) {
        reports.push(report);
        output.result({ ...report }, sentenceOf(report));
        for (const { what, reason } of report.skipped.slice(0, 20)) output.warn(`  skipped ${what}: ${reason}`);
        if (report.skipped.length > 20) output.warn(`  …and ${report.skipped.length - 20} more; --json lists all`);
        for (const { name, mentions, says } of report.held.slice(0, 20))
          output.warn(`  held ${name} (${mentions} mentions): ${says}`);
        if (report.held.length > 20) output.warn(`  …and ${report.held.length - 20} more; --json lists all`);
        if (report.held.length > 0) output.warn('  Decide on them at /admin/entities.');
        if (report.noisy.length > 0) output.warn(`  ${saysNoisy(report.noisy)} Review them at /admin/entities.`);
        for (const warning of report.warnings.slice(0, 20)) output.warn(`  ${warning}`);
        if (report.warnings.length > 20)
          output.warn(`  …and ${report.warnings.length - 20} more warnings; --json lists all`);
      }
    const refused = reports.filter(({ error }) => error !== null).length;
    const partly = reports.some(({ failed }) => failed > 0);

    return refused === reports.length ? 1 : refused > 0 || partly ? 2 : 0;
  }
}

const Options = z.object({
  series: z.string().nullable().default(null),
  move: z.boolean().default(false),
  holdNoisy: z.boolean().default(false),
});

async function* importSource(source: string, importing: ImportingNames): AsyncGenerator<ImportReport> {
  try {
    if (isAddress(source)) yield await importFeed(source, null, importing);
    else if ((await stat(source)).isDirectory()) yield await importFolder(source, importing);
    else yield* fromFile(source, importing);
  } catch (error) {
    const reason = reasonOf(error, source);
    if (reason === null) throw error;
    yield { ...emptyReport(source), error: reason };
  }
}

async function* fromFile(source: string, importing: ImportingNames): AsyncGenerator<ImportReport> {
  const bytes = await readFile(source);
  if (isPatternFile(source, bytes)) {
    yield await importPatternFile(source, bytes, importing);
    return;
  }
  switch (kindOf(bytes)) {
    case 'opml': {
      if (bytes.length > MAX_OPML_BYTES) throw new Rejected('too-large', 'The OPML file is larger than 1 MB.');
      const { feeds, leftOut } = await readFeedList(importing.parsing, bytes);
      for (const { feedUrl } of feeds) yield* importSource(feedUrl, importing);
      for (const written of leftOut)
        yield { ...emptyReport(written), error: 'This is not an address that begins with http:// or https://.' };
      return;
    }
    case 'feed':
      if (bytes.length > MAX_FEED_BYTES) throw new Rejected('too-large', 'The feed is larger than 20 MB.');
      yield await importFeed(source, bytes, importing);
      return;
    default:
      yield await importFolder(source, importing);
  }
}

async function importFeed(
  source: string,
  bytes: Buffer | null,
  { commands, context, mayMove, progress }: ImportingNames,
): Promise<ImportReport> {
  const { report } = await commands.send(
    new ImportFeed({ source, bytes, part: 'all', mayMove, onProgress: progress }, context),
  );

  return { ...emptyReport(source), ...report };
}

/** Transcripts have the same endings, but no names and types. */
function isPatternFile(source: string, bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 500).toString('utf8');
  if (/\.csv$/i.test(source)) return !isTranscriptTable(beginning);
  if (/\.json$/i.test(source)) return /^\s*\[\s*\{\s*"name"\s*:\s*"[^"]*"\s*,\s*"type"/.test(beginning);

  return /\.(jsonl|ndjson)$/i.test(source);
}

async function importPatternFile(source: string, bytes: Buffer, importing: ImportingNames): Promise<ImportReport> {
  const format = /\.csv$/i.test(source) ? 'csv' : 'json';
  const whole = await readPatternFile(importing.parsing, { bytes, format });
  const { noisy, holdsNoisy, context } = importing;
  const file = { ...whole, ...(holdsNoisy ? await noisy.hold(whole, context.actor.id) : { held: [] }) };
  const warnings = file.skipped.map(({ row, reason }) => `Line ${row} was skipped: ${reason}.`);
  if (whole.rows.length === 0) throw new Rejected('invalid', warnings[0] ?? 'The file contains no patterns.');
  const onProgress = (done: number) =>
    importing.progress(`${basename(source)}: ${done} of ${file.rows.length} patterns`);
  const add = async () => importing.commands.send(new ImportPatterns({ rows: file.rows, onProgress }, context));
  const { report, noisy: everyday } = holdsNoisy
    ? { report: await add(), noisy: [] }
    : await noisy.importAll(file, add);
  const { added, unchanged, skipped, cutOff } = report;
  await importing.held.forget(file.rows);

  // An error that the next source would also meet ends the command. A second import skips what was added.
  const reason = cutOff === null ? null : reasonOf(cutOff.error, source);
  if (cutOff !== null && reason === null) throw cutOff.error;
  const left = cutOff === null ? [] : file.rows.slice(cutOff.from).map(({ name }) => ({ what: name, reason: reason! }));

  return {
    ...emptyReport(source),
    patterns: added,
    held: file.held,
    noisy: everyday,
    unchanged,
    failed: file.skipped.length + skipped.length + left.length,
    skipped: [...skipped.map(({ row, reason: why }) => ({ what: file.rows[row]!.name, reason: why })), ...left],
    warnings,
  };
}

function sentenceOf(report: ImportReport): string {
  if (report.error !== null) return `${report.source}: not imported. ${report.error}`;
  const { series, episodes, episodesChanged, transcripts, segments, patterns, unchanged } = report;
  const parts = [
    series > 0 ? `${series} series` : '',
    episodes > 0 ? counted(episodes, 'episode') : '',
    episodesChanged > 0 ? `${counted(episodesChanged, 'episode')} updated` : '',
    transcripts > 0 ? `${counted(transcripts, 'transcript')} (${counted(segments, 'segment')})` : '',
    patterns > 0 ? counted(patterns, 'pattern') : '',
    unchanged > 0 ? `${unchanged} here already` : '',
    report.held.length > 0 ? `${report.held.length} held back as everyday words` : '',
    report.skipped.length > 0 ? `${report.skipped.length} skipped` : '',
  ].filter((part) => part !== '');

  return `${report.source}: ${parts.join(', ') || 'nothing new'}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Why a source was not imported; null for a bug or an outage of ours. */
function reasonOf(error: unknown, source: string): string | null {
  if (error instanceof FeedUnreadable || error instanceof FetchError || error instanceof Rejected) return error.message;
  const ofFile = FileError.safeParse(error);
  switch (ofFile.data?.code) {
    case 'ENOENT':
      return ADDRESS.test(source)
        ? `Only addresses that begin with http:// or https:// can be imported, not ${source}.`
        : `There is no file or folder ${source}.`;
    case 'EACCES':
    case 'EPERM':
      return `You do not have permission to read ${source}.`;
    default:
      return null;
  }
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;
const FileError = z.object({ code: z.string(), path: z.string() });

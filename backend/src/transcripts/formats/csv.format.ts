import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { clockMs } from './clock.ts';
import { decodeEntities } from './markup.ts';
import { cue, linesOf, timedCues, TranscriptFormatUnknown, type RawTranscript } from './raw-transcript.ts';

const COLUMN_NAMES = {
  start: ['start', 'starttime', 'startms', 'begin', 'timestamp', 'time', 'timecode', 'in'],
  end: ['end', 'endtime', 'endms', 'stop', 'out'],
  speaker: ['speaker', 'speakername', 'speakerlabel', 'speakerid'],
  words: ['text', 'transcript', 'transcription', 'sentence', 'utterance', 'caption', 'content'],
} as const;
const Rows = z.array(z.array(z.string()));
/** Nobody speaks faster. */
const MOST_CHARACTERS_PER_SECOND = 100;

/**
 * Reads a table separated by commas or semicolons with a column of text and one of times or speakers, recognised by its
 * header line. Times are clocks, seconds, or whole milliseconds, as whisper.cpp writes them. Null for other files.
 */
export function readCsv(text: string): RawTranscript | null {
  const table = tableOf(text);
  if (table === null) return null;
  const { delimiter, start, end, speaker, words } = table;

  const rows = rowsOf(text, delimiter).slice(1);
  const cell = (row: readonly string[], index = -1) => row[index]?.trim() ?? '';
  const times = rows.flatMap((row) => [cell(row, start), cell(row, end)]).filter((time) => time !== '');
  const characters = rows.reduce((sum, row) => sum + cell(row, words).length, 0);
  const msPerUnit = unitOf(times, characters);
  const at = (written: string) => (isNumber(written) ? Math.round(numberOf(written) * msPerUnit) : clockMs(written));
  return timedCues(
    'csv',
    rows.map((row) => {
      const name = decodeEntities(cell(row, speaker));
      return cue(at(cell(row, start)), at(cell(row, end)), name === '' ? null : name, decodeEntities(cell(row, words)));
    }),
  );
}

/** Whether a file begins like a table that `readCsv` reads; names to look for are tables, too. */
export const isTranscriptTable = (text: string): boolean => tableOf(text) !== null;

/** Indexes of the columns, -1 for those that are missing. */
function tableOf(text: string): (Record<keyof typeof COLUMN_NAMES, number> & { delimiter: string }) | null {
  const [header = ''] = linesOf(text);
  const delimiter = header.includes(',') ? ',' : ';';
  const names = header.split(delimiter).map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const column = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const { start, end, speaker, words } = COLUMN_NAMES;
  const table = { start: column(start), end: column(end), speaker: column(speaker), words: column(words), delimiter };

  return table.words === -1 || (table.start === -1 && table.speaker === -1) ? null : table;
}

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return Rows.parse(parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TranscriptFormatUnknown(`This table cannot be read: ${error.message}.`);
  }
}

function unitOf(times: readonly string[], characters: number): 1 | 1000 {
  const last = times.filter(isNumber).reduce((most, time) => Math.max(most, numberOf(time)), 0);
  const areWhole = !times.some((time) => isNumber(time) && /[.,]/.test(time));
  return areWhole && characters <= (last / 1000) * MOST_CHARACTERS_PER_SECOND ? 1 : 1000;
}

const isNumber = (text: string): boolean => /^\d{1,12}(?:[.,]\d{1,9})?$/.test(text);
const numberOf = (text: string): number => Number(text.replace(',', '.'));

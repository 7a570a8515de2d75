import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { LONGEST_LINK } from '@earmark/contracts/kit';
import { hasContext } from '@earmark/contracts/mentions';
import {
  AddPatternRequest,
  CreateEntityTypeRequest,
  type EntityTypeView,
  type PatternRow,
  type PatternView,
} from '@earmark/contracts/vocabulary';
import { csvLine, textOfCell } from '../kit/csv.ts';
import { parseJson } from '../kit/json-text.ts';
import { Rejected, shortened } from '../kit/rejected.ts';

const CSV_HEADER = ['name', 'type', 'entity', 'caseSensitive', 'wholeWord', 'url'] as const;
/** Written when any pattern has a context. Several words in a cell are separated by a bar. */
const CONTEXT_HEADER = ['near', 'notNear', 'distance'] as const;
const BETWEEN_WORDS = '|';

/** A name may be a number, such as the book 1984. */
const Name = z.union([z.string(), z.number()]).transform((name) => String(name).trim());
/** Many programs write null for an empty field. */
const NameLine = z.object({
  name: Name.pipe(z.string().min(1)),
  type: z.string().trim().min(1),
  aliases: z.array(Name.nullable()).nullish(),
  entity: Name.nullish(),
  caseSensitive: z.boolean().nullish(),
  wholeWord: z.boolean().nullish(),
  url: z.string().trim().nullish(),
  near: z.array(Name).nullish(),
  notNear: z.array(Name).nullish(),
  distance: z.number().nullish(),
});

type Column = (typeof CSV_HEADER)[number] | (typeof CONTEXT_HEADER)[number] | 'aliases';

export interface PatternFile {
  rows: PatternRow[];
  /** For each entry of `rows`, its row in the file, counted from 1 as an editor or a spreadsheet does. */
  places: number[];
  /** The skipped rows, with the reason. */
  skipped: { row: number; reason: string }[];
}

const NAME_OR_TYPE_MISSING = 'it has no name or type';
/** So that a hundred thousand names fit, and handing them over holds up other answers for no more than 0.1 s. */
const MAX_LINES = 120_000;
/** Of one row, which also ends a quoted cell that is never closed. */
const MAX_CHARACTERS = 100_000;
const MAX_COLUMNS = 100;
/** Files edited by several people may mix them. The longest is tried first. */
const LINE_ENDS = ['\r\n', '\n', '\r'];
/** The spellings of an option, in any case. Blank means the default. */
const YES = ['true', 'yes', 'y', '1'];
const NO = ['false', 'no', 'n', '0'];
const HOW = 'true, yes, y or 1; false, no, n or 0; or leave it blank';

/** The text of a file. Throws Rejected `invalid` unless it is UTF-8, since garbled names would be found nowhere. */
export function patternText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejected('invalid', 'The file is not in UTF-8. Save it in UTF-8 and try again.');
  }
}

/**
 * Patterns of a CSV file with the header name,type,entity,caseSensitive,wholeWord,url and optionally
 * aliases,near,notNear,distance, where several in a cell are separated by bars; semicolons or tabs may stand for the
 * commas. Throws Rejected `invalid`.
 */
export function readPatternCsv(text: string): PatternFile {
  refuseBeyondMost(text);
  let records: string[][];
  try {
    const written = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      // As in: Dwayne "The Rock" Johnson,person
      relax_quotes: true,
      trim: true,
      record_delimiter: LINE_ENDS,
      max_record_size: MAX_CHARACTERS,
      on_record: withoutTooMany,
    });
    // Quoted cells keep their blanks until here.
    records = written.map((cells) => cells.map((cell) => textOfCell(cell.trim())));
  } catch (error) {
    if (error instanceof Rejected) throw error;
    throw new Rejected(
      'invalid',
      `The file is not valid CSV: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');
  const headerAt = records.findIndex((cells) => !isBlank(cells));
  const header = records[headerAt] ?? [];
  const column = (name: string): number => header.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());
  if (column('name') < 0 || column('type') < 0)
    throw new Rejected('invalid', `The first line must be the header ${CSV_HEADER.join(',')}.`);

  const file: PatternFile = { rows: [], places: [], skipped: [] };
  for (const [index, cells] of records.entries()) {
    if (index <= headerAt || isBlank(cells)) continue;
    const cell = (name: Column): string => cells[column(name)] ?? '';
    if (cell('name') === '' || cell('type') === '') {
      file.skipped.push({ row: index + 1, reason: NAME_OR_TYPE_MISSING });
      continue;
    }
    const unread = (['caseSensitive', 'wholeWord'] as const).find((name) => optionOf(cell(name)) === undefined);
    if (unread !== undefined) {
      file.skipped.push({ row: index + 1, reason: `${unread} is "${shortened(cell(unread))}"; write ${HOW}` });
      continue;
    }
    const distance = cell('distance') === '' ? undefined : Number(cell('distance'));
    const common = {
      entityType: cell('type'),
      caseSensitive: optionOf(cell('caseSensitive')) ?? false,
      wholeWord: optionOf(cell('wholeWord')) ?? true,
    };
    addRow(file, index + 1, {
      ...common,
      name: cell('name'),
      entity: cell('entity') || null,
      url: cell('url') || undefined,
      near: wordsIn(cell('near')),
      notNear: wordsIn(cell('notNear')),
      distance,
    });
    for (const alias of wordsIn(cell('aliases')) ?? [])
      addRow(file, index + 1, { ...common, name: alias, entity: cell('entity') || cell('name') });
  }

  return file;
}

/** Of the header. Where a comma is part of a number, spreadsheets separate cells by semicolons. */
function delimiterOf(text: string): string {
  const header = /\S.*/.exec(text)?.[0] ?? '';

  return header.includes(',') ? ',' : (/[;\t]/.exec(header)?.[0] ?? ',');
}

/** Undefined for a blank cell. */
function wordsIn(cell: string): string[] | undefined {
  const words = cell.split(BETWEEN_WORDS).map((word) => word.trim());

  return cell === '' ? undefined : words.filter((word) => word !== '');
}

function refuseBeyondMost(text: string): void {
  let lines = 0;
  for (const _ of text.matchAll(/\r\n?|\n/g))
    if (++lines > MAX_LINES)
      throw new Rejected('invalid', 'The file has more than 120,000 lines. Split it into smaller files.');
}

function withoutTooMany(cells: string[]): string[] {
  if (cells.length > MAX_COLUMNS) throw new Rejected('invalid', 'The file has a row of more than 100 columns.');

  return cells;
}

/**
 * The patterns in order, as a file for `readPatternCsv` that recreates the vocabulary in an empty library. Only
 * a category "place" must exist before.
 */
export async function* writePatternCsv(
  patterns: AsyncIterable<PatternView> | Iterable<PatternView>,
  types: readonly EntityTypeView[],
  withContext = false,
): AsyncGenerator<string> {
  const typeNames = new Map(types.map(({ id, name }) => [id, name]));
  yield csvLine(withContext ? [...CSV_HEADER, ...CONTEXT_HEADER] : CSV_HEADER);
  for await (const pattern of patterns) {
    const { name, entityTypeId, entity, caseSensitive, wholeWord, url } = pattern;
    const cells = [name, typeNames.get(entityTypeId) ?? null, entity, caseSensitive, wholeWord, url];
    yield csvLine(withContext ? [...cells, ...contextCells(pattern)] : cells);
  }
}

const contextCells = (pattern: PatternView) =>
  hasContext(pattern)
    ? [pattern.near.join(BETWEEN_WORDS), pattern.notNear.join(BETWEEN_WORDS), pattern.distance]
    : [null, null, null];

/**
 * One JSON object per line, with name, type, aliases and optionally entity, caseSensitive, wholeWord, url and the context
 * of the name (near, notNear, distance); or one array of them. Throws Rejected `invalid` when none of it is JSON.
 */
export function readPatternJson(text: string): PatternFile {
  const file: PatternFile = { rows: [], places: [], skipped: [] };
  for (const [line, value] of valuesOf(text, file)) {
    const parsed = NameLine.safeParse(value);
    if (!parsed.success) {
      file.skipped.push({ row: line, reason: reasonOf(parsed.error) });
      continue;
    }
    const { name, type, aliases, entity, caseSensitive, wholeWord, url, near, notNear, distance } = parsed.data;
    const common = {
      entityType: type,
      entity: entity || name,
      caseSensitive: caseSensitive ?? false,
      wholeWord: wholeWord ?? true,
    };
    const context = { near: near ?? undefined, notNear: notNear ?? undefined, distance: distance ?? undefined };
    addRow(file, line, { name, ...common, ...context, url: url || undefined });
    for (const alias of aliases ?? []) if (alias) addRow(file, line, { name: alias, ...common });
  }

  return file;
}

/** The objects of the file, by line or place. Skips a line that is not JSON, such as a last one that was cut off. */
function valuesOf(text: string, file: PatternFile): [line: number, value: unknown][] {
  if (text.trimStart().startsWith('['))
    return z
      .array(z.unknown())
      .parse(jsonOf(text, 1))
      .map((value, index) => [index + 1, value]);
  refuseBeyondMost(text);
  const values: [number, unknown][] = [];
  let failure: unknown = null;
  for (const [index, line] of text.split(/\r?\n/).entries())
    try {
      if (line.trim() !== '') values.push([index + 1, jsonOf(line, index + 1)]);
    } catch (error) {
      failure ??= error;
      file.skipped.push({ row: index + 1, reason: 'it is not JSON' });
    }
  if (failure !== null && values.length === 0) throw failure;

  return values;
}

function jsonOf(text: string, line: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Rejected(
      'invalid',
      `Line ${line} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Undefined when it is unreadable; null when it is blank. */
function optionOf(cell: string): boolean | null | undefined {
  if (cell === '') return null;
  if (YES.includes(cell.toLowerCase())) return true;

  return NO.includes(cell.toLowerCase()) ? false : undefined;
}

function reasonOf({ issues: [first] }: z.ZodError): string {
  const field = String(first?.path[0] ?? 'name');

  return field === 'name' || field === 'type' ? NAME_OR_TYPE_MISSING : `its ${field} cannot be read`;
}

/** Adds the row, or skips it with the reason. What the form refuses is refused here, too. */
function addRow(file: PatternFile, place: number, row: PatternRow): void {
  const reason = refusalOf(row);
  if (reason !== null) {
    file.skipped.push({ row: place, reason });
    return;
  }
  file.rows.push(row);
  file.places.push(place);
}

function refusalOf({ name, entity, entityType, url, near, notNear, distance }: PatternRow): string | null {
  const form = AddPatternRequest.shape;
  if ([name, entity, entityType, url, ...(near ?? []), ...(notNear ?? [])].some((text) => text?.includes('\0')))
    return 'it contains a character that cannot be stored (U+0000)';
  if (!form.name.safeParse(name).success) return 'its name is longer than 300 characters';
  if (!form.near.safeParse(near).success || !form.notNear.safeParse(notNear).success)
    return 'its context has more than 50 words, or one longer than 100 characters';
  if (!form.distance.safeParse(distance).success) return 'its distance is not a whole number from 1 to 200';
  if (!form.entity.safeParse(entity).success)
    return 'the name of its entity is longer than 300 characters, or has no visible ones';
  if (!CreateEntityTypeRequest.shape.name.safeParse(entityType).success)
    return 'its type is longer than 60 characters, or has no visible ones';
  if (url && url.length > LONGEST_LINK) return 'its link is longer than 2,000 characters';
  if (!form.url.safeParse(url).success)
    return `its link "${shortened(url ?? '')}" does not begin with http:// or https://`;

  return null;
}

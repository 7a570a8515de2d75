import { PipelineMessage } from '@earmark/contracts/pipeline';
import { stepTitle } from './run-words.ts';

/** A line of the stream of a run. */
export interface LogLine extends PipelineMessage {
  /** `<runId>:<revision>` */
  readonly id: string;
}

/** Lines of one attempt of a step, or of the run between steps. */
export interface LogGroup {
  readonly key: string;
  readonly title: string;
  /** Null: of the run. */
  readonly step: number | null;
  readonly lines: readonly LogLine[];
  readonly hasFailed: boolean;
  readonly warnings: number;
}

/** Lines that are mounted together. */
export const CHUNK_LINES = 50;

/** The lines in order, by step and attempt. */
export function groupsOf(lines: readonly LogLine[]): LogGroup[] {
  const groups: { key: string; step: number | null; attempt: number | null; lines: LogLine[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const goesOn = last?.step === line.step && last.attempt === line.attempt && line.type !== 'retry';
    if (last !== undefined && goesOn) last.lines.push(line);
    else groups.push({ key: line.id, step: line.step, attempt: line.attempt, lines: [line] });
  }

  return groups.map(({ key, step, attempt, lines: own }) => ({
    key,
    step,
    title: step === null ? 'Run' : `${stepTitle(step)}${(attempt ?? 1) > 1 ? `, attempt ${attempt}` : ''}`,
    lines: own,
    hasFailed: own.some(({ type }) => type === 'step_error'),
    warnings: own.reduce((sum, { warnings }) => sum + warnings.length, 0),
  }));
}

/** Lines in chunks; a full one stays the same when lines are added. */
export const chunksOf = (lines: readonly LogLine[]): LogLine[][] =>
  Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, at) =>
    lines.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES),
  );

/** All that a line says. */
export const textOf = ({ message, details, warnings }: LogLine): string =>
  [message, ...details, ...warnings].join('\n');

export interface LogMatch {
  /** Key of its group. */
  readonly group: string;
  /** Of the line. */
  readonly id: string;
}

/** Finds the text, upper and lower case alike, and captures it; null: no text. */
export function patternOf(text: string): RegExp | null {
  const wanted = text.trim();

  return wanted === '' ? null : new RegExp(`(${wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')})`, 'iu');
}

/** The lines that contain it, in order, also those of collapsed steps. */
export function matchesOf(groups: readonly LogGroup[], pattern: RegExp | null): LogMatch[] {
  if (pattern === null) return [];

  return groups.flatMap(({ key, lines }) =>
    lines.flatMap((line) => (pattern.test(textOf(line)) ? [{ group: key, id: line.id }] : [])),
  );
}

/** A message of the stream; null: this site does not know it. */
export function parseLine(data: string, id: string): LogLine | null {
  const message = PipelineMessage.safeParse(JSON.parse(data));

  return message.success ? { ...message.data, id: id === '' ? `${message.data.timestamp} ${data}` : id } : null;
}

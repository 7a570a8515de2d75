import { expect, it } from '@jest/globals';
import { lineOf } from '../testing/pipeline.ts';
import { chunksOf, groupsOf, matchesOf, parseLine, patternOf } from './run-log.ts';
import type { LogLine } from './run-log.ts';

const LINES: readonly LogLine[] = [
  lineOf('queued', null, 'Queued'),
  lineOf('step_start', 0, 'Clearing'),
  lineOf('step_complete', 0, 'Cleared', { details: ['the old version serves'] }),
  lineOf('step_start', 1, 'Fetching (part 1)'),
  lineOf('step_error', 1, 'No answer'),
  lineOf('retry', null, 'Retried by ada'),
  lineOf('step_start', 1, 'Fetching (part 1)', { attempt: 2 }),
  lineOf('step_complete', 1, 'Fetched', { attempt: 2, warnings: ['The OLD file is empty.'] }),
].map((line, at) => ({ ...line, id: `run-1:${at}` }));

it('is grouped by step and attempt, with the lines of the run between', () => {
  expect(
    groupsOf(LINES).map(({ title, lines, hasFailed, warnings }) => [title, lines.length, hasFailed, warnings]),
  ).toEqual([
    ['Run', 1, false, 0],
    ['Step 0: Clear existing data', 2, false, 0],
    ['Step 1: Speech-to-text transcription', 2, true, 0],
    ['Run', 1, false, 0],
    ['Step 1: Speech-to-text transcription, attempt 2', 2, false, 1],
  ]);
});

it('is searched in messages, details and warnings of all steps, as written', () => {
  const found = (text: string) => matchesOf(groupsOf(LINES), patternOf(text)).map(({ id }) => id);
  expect(found(' old ')).toEqual(['run-1:2', 'run-1:7']);
  expect(found('(part')).toEqual(['run-1:3', 'run-1:6']);
  expect(found('.*')).toEqual([]);
  expect(found('')).toEqual([]);
});

it('keeps full chunks when lines are added', () => {
  const many = Array.from({ length: 120 }, (_, at) => ({ ...LINES[0]!, id: `run-1:${at}` }));
  expect(chunksOf(many).map(({ length }) => length)).toEqual([50, 50, 20]);
});

it('ignores a line that another version of the server has sent', () => {
  expect(parseLine(JSON.stringify(lineOf('queued', null, 'Queued')), 'run-1:0')).toMatchObject({ id: 'run-1:0' });
  expect(parseLine('{"type":"step_danced"}', 'run-1:1')).toBeNull();
});

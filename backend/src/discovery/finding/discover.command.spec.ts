import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { UsageError } from '../../kit/command-line/usage-error.ts';
import { STUB_KEY } from '../../models/models.fixture.ts';
import { openTerminal, type OpenTerminal } from '../../testing/open-terminal.ts';
import { startApp, type RunningApp } from '../../testing/running-app.ts';
import { openStubs, type Stubs } from '../../testing/stubs/stubs.ts';
import { addEpisodes, episode } from '../discovery.fixture.ts';

let stubs: Stubs;
let app: RunningApp;
let terminal: OpenTerminal;
const printed: string[] = [];
beforeAll(async () => {
  stubs = await openStubs();
  app = await startApp();
  await addEpisodes(app, [['We met Ada Lovelace.'], ['Then Grace Hopper came.'], ['So Alan Turing left.']]);
  const settings = { ...stubs.environment, LLM_PROVIDER: 'openai', LLM_API_KEY: STUB_KEY };
  terminal = await openTerminal(app.services.databaseUrl, settings);
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((line: unknown) => void printed.push(String(line)));
});
beforeEach(() => {
  printed.length = 0;
});
afterEach(() => {
  stubs.models.fault = null;
});
afterAll(async () => {
  await terminal.close();
  await app.stop();
  await stubs.close();
});

const lines = () => printed.map((line) => JSON.parse(line) as { type: string; status: string; episodeUuid: string });

it('searches an episode, and shows what was found', async () => {
  expect(await terminal.run('discover', 'notes/part-1')).toBe(0);
  expect(printed).toEqual(['Part 1: gpt-5.6-luna found 1 candidate, 1 of them new.', 'Part 1: Done.']);
});

it('goes on after an episode that fails, one JSON line per result', async () => {
  // Both attempts at the newest.
  stubs.models.fault = { kind: 'refusal', after: 0, times: 2 };
  expect(await terminal.run('discover', 'notes', '--json')).toBe(2);
  expect(lines().filter(({ type }) => type === 'complete')).toMatchObject([
    { status: 'failed', episodeUuid: episode(3), errorCode: 'model-answer-unusable' },
    { status: 'completed', episodeUuid: episode(2), proposed: 1 },
  ]);
});

it('ends at once when the key is refused, and searches what is left at the next time', async () => {
  stubs.models.fault = { kind: 'wrong-key', after: 0 };
  expect(await terminal.run('discover', '--all')).toBe(1);
  expect(printed).toEqual(['Part 3: The AI service rejected the API key. Check LLM_API_KEY.']);
  stubs.models.fault = null;
  expect(await terminal.run('discover', '--all')).toBe(0);
  printed.length = 0;
  expect(await terminal.run('discover', '--all')).toBe(0);
  expect(printed).toEqual(['No transcript is left in which nothing was proposed.']);
});

it('refuses what it does not know', async () => {
  expect(await terminal.run('discover', 'nothing')).toBe(1);
  expect(printed).toEqual(['There is no podcast "nothing".']);
  await expect(terminal.run('discover')).rejects.toThrow(UsageError);
  await expect(terminal.run('discover', 'notes', '--all')).rejects.toThrow(UsageError);
});

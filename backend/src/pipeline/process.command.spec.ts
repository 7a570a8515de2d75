import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { Leases } from '../kit/process/lease.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { openTerminal, type OpenTerminal } from '../testing/open-terminal.ts';
import { openStubs, type Stubs } from '../testing/stubs/stubs.ts';
import { addEpisodes, episodeOf, seriesUuid, startRun } from './pipeline.fixture.ts';

let stubs: Stubs;
let app: RunningApp;
let terminal: OpenTerminal;
let dataDir: string;
const printed: string[] = [];
beforeAll(async () => {
  stubs = await openStubs();
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-process-'));
  app = await startApp({ ...stubs.environment, DATA_DIR: dataDir, STT_PROVIDER: 'deepgram' });
  await addEpisodes(app, stubs, [1, 2, 3]);
  terminal = await openTerminal(app.services.databaseUrl, { DATA_DIR: dataDir });
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((line: unknown) => void printed.push(String(line)));
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  await terminal.close();
  await app.stop();
  await stubs.close();
  await rm(dataDir, { recursive: true });
});

it('processes an episode without a server, and shows its steps', async () => {
  expect(await terminal.run('process', `runs/${episodeOf(1)}`)).toBe(0);
  expect(printed).toEqual([
    'Part 1: Waiting for its turn',
    'Part 1: step 0 of 8, Clear existing data: There is no transcript to replace.',
    expect.stringMatching(/^Part 1: step 1 of 8, Speech-to-text transcription: Took the publisher's transcript/),
    ...[2, 3, 4, 5, 6, 7, 8].map((step) => expect.stringMatching(new RegExp(`^Part 1: step ${step} of 8, `))),
    'Part 1: The run was completed.',
  ]);
});

it('processes what waits in a podcast, one JSON line per line of each run, and says when nothing is left', async () => {
  stubs.fail('/transcripts/2.vtt', { status: 404 });
  expect(await terminal.run('process', 'Runs', '--json')).toBe(2);
  const lines = printed.map((line) => JSON.parse(line) as { type: string; status: string; episodeUuid: string });
  expect(lines.filter(({ type }) => type === 'complete')).toMatchObject([
    { status: 'completed', episodeUuid: episodeOf(3), segmentsProcessed: 2 },
    { status: 'failed', episodeUuid: episodeOf(2), errorMessage: expect.stringMatching(/nothing at this address/) },
  ]);
  expect(await terminal.run('process', episodeOf(2))).toBe(1);
  stubs.fail('/transcripts/2.vtt', null);
  expect(await terminal.run('process', '--all')).toBe(0);
  printed.length = 0;
  expect(await terminal.run('process', seriesUuid)).toBe(0);
  expect(printed).toEqual(['No episodes waiting for processing.']);
});

it('continues what an interrupted command has left open', async () => {
  const { position, runId } = await startRun(app, 3);
  while (!(await app.services.checkpoints.passed(position)));
  expect(await terminal.run('process', '--all', '--json')).toBe(0);
  expect(JSON.parse(printed.at(-1)!)).toMatchObject({ type: 'complete', runId, status: 'completed' });
});

it('uses the stored transcript with --skip-transcription', async () => {
  expect(await terminal.run('process', episodeOf(1), '--skip-transcription')).toBe(0);
  expect(printed).toContain('Part 1: step 3 of 8, Database storage: The stored transcript is used: 2 segments.');
});

it('refuses what it does not know', async () => {
  expect(await terminal.run('process', 'nothing')).toBe(1);
  expect(printed).toEqual(['There is no podcast "nothing".']);
  await expect(terminal.run('process')).rejects.toThrow(UsageError);
  await expect(terminal.run('process', 'runs', '--all')).rejects.toThrow(UsageError);
});

it('leaves the work to a server that is running, whose settings count', async () => {
  // The terminal's settings name no speech-to-text service.
  const spoken = { transcripts: [], audioUrl: `${stubs.url}/audio/2-seconds.mp3` };
  await addEpisodes(app, stubs, [4, 5, 6, 7], spoken);
  app.services.pipelineProcess.start();
  const leases = new Leases(app.services.databaseUrl, () => {});
  while (await leases.tryHold('pipeline slot server', async () => {}));
  await leases.close();
  expect(await terminal.run('process', '--all')).toBe(0);
  expect(printed.filter((line) => line.endsWith('The run was completed.'))).toHaveLength(4);
});

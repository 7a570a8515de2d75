import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { UsageError } from '../kit/command-line/usage-error.ts';
import { openTerminal, type OpenTerminal } from '../testing/open-terminal.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';
import { addTranscripts, episodeOf, STATUS, statusOf, vttOf } from './uploads.fixture.ts';

let app: RunningApp;
let admin: Caller;
let terminal: OpenTerminal;
const printed: string[] = [];
beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await addTranscripts(app, { 1: vttOf('One.'), 2: vttOf('Two.'), 3: vttOf('Three.', 'SPEAKER_01') });
  terminal = await openTerminal(app.services.databaseUrl, {});
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((line: unknown) => void printed.push(String(line)));
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  await terminal.close();
  await app.stop();
});

it('uploads an episode into the index of the site, without a server and without a key', async () => {
  expect(await terminal.run('upload', `Uploads/${episodeOf(1)}`)).toBe(0);
  expect(printed).toEqual(['Part 1: Transcript uploaded.']);
  expect(await terminal.run('upload', episodeOf(1), '--json')).toBe(0);
  expect(JSON.parse(printed[1]!)).toEqual({
    type: 'upload',
    episodeUuid: episodeOf(1),
    success: true,
    message: 'Already up to date',
    details: 'The assistant has this transcript as it is.',
  });
  expect(await statusOf(admin, 1)).toMatchObject({ status: 'uploaded', openaiUploadedAt: expect.any(String) });
});

it('uploads what has to be uploaded, and says when nothing has', async () => {
  expect(await terminal.run('upload', '--all')).toBe(0);
  expect(printed).toEqual(['Part 2: Transcript uploaded.']);
  expect(await terminal.run('upload', 'Uploads')).toBe(0);
  expect(printed[1]).toBe('No transcripts have to be uploaded.');
});

it('says why an episode cannot be uploaded, and what it accepts', async () => {
  expect(await terminal.run('upload', episodeOf(3))).toBe(1);
  expect(printed[0]).toMatch(/^SPEAKER_00 has no name yet\./);
  expect(await terminal.run('upload', 'nothing/nowhere')).toBe(1);
  await expect(terminal.run('upload')).rejects.toThrow(UsageError);
});

it('needs no set-up, and answers what it is', async () => {
  expect((await admin('POST', `${STATUS}/initialize`)).body).toEqual({
    success: true,
    vectorStoreId: null,
    details: 'Transcripts are searched in the index of this site, which needs no set-up.',
  });
});

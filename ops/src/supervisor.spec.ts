import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { supervise } from './supervisor.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-supervisor-'));
  said = [];
  jest.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

describe('the supervisor', () => {
  it('starts the server again when it is killed or fails, and says why', async () => {
    const [code, starts] = await supervised(`
      if (starts === 1) process.send('running', () => process.kill(process.pid, 'SIGKILL'));
      if (starts === 2) process.send('running', () => process.exit(3));
      if (starts === 3) process.exit(4);
      if (starts === 4) process.exit(0);`);

    expect([code, starts]).toEqual([0, 4]);
    expect(said).toEqual([
      'The server ended unexpectedly (SIGKILL); starting it again in 1 second.',
      'The server ended unexpectedly (exit code 3); starting it again in 1 second.',
      'The server ended unexpectedly (exit code 4); starting it again in 1 second.',
    ]);
  });

  it('gives the server variables that our environment does not set', async () => {
    const environment = { PATH: 'not this', EARMARK_SPEC: '3' };
    const program = `process.exit(process.env.PATH === 'not this' ? 1 : Number(process.env.EARMARK_SPEC));`;

    expect(await supervise(['-e', program], new AbortController().signal, { environment })).toBe(3);
  });

  it('does not start a server again that never ran, and keeps its exit code', async () => {
    expect(await supervised('process.exit(5);')).toEqual([5, 1]);
    expect(said).toEqual([]);
  });

  it('gives up after eight failed starts in a row', async () => {
    const [code, starts] = await supervised(`
      if (starts === 1) process.send('running', () => process.exit(1));
      else process.exit(6);`);

    expect([code, starts]).toEqual([6, 9]);
  });

  it('passes Ctrl-C on, waits for the server and does not start it again', async () => {
    const stopping = new AbortController();
    const outcome = supervised(
      `process.on('SIGINT', () => process.exit(7));
       setInterval(() => undefined, 1000);
       process.send('running');
       fs.writeFileSync(${JSON.stringify(join(folder, 'ready'))}, '');`,
      stopping.signal,
    );
    while (!existsSync(join(folder, 'ready'))) await pause(10);
    stopping.abort();

    expect(await outcome).toEqual([7, 1]);
  });
});

/** The exit code and the number of starts of a program that knows how often it was started. */
async function supervised(
  program: string,
  stopping: AbortSignal = new AbortController().signal,
): Promise<[code: number, starts: number]> {
  const file = join(folder, 'starts');
  const counting = `const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(file)}, '.');
    const starts = fs.readFileSync(${JSON.stringify(file)}).length;`;
  const code = await supervise(['-e', counting + program], stopping, { firstPauseMs: 1 });

  return [code, (await readFile(file)).length];
}

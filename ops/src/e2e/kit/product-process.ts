import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Role } from '@earmark/contracts/accounts';
import { until } from './until.ts';

/** `empty` has the known categories only. */
export type Library = 'sample' | 'empty';

/** Of every account. */
export const PASSWORD = 'correct horse battery';
const POLL_MS = 20;

const start = fileURLToPath(new URL('../../../dist/start.js', import.meta.url));
const site = fileURLToPath(new URL('../../../../frontend/dist/index.html', import.meta.url));
const commandLine = fileURLToPath(new URL('../../../dist/earmark.js', import.meta.url));

export interface ProductProcess {
  readonly url: string;
  /** Ctrl-C. Throws when it does not end well. */
  readonly stop: () => Promise<void>;
}

/** The built product on this data folder. Resolves when it is ready: library loaded, everything shown. */
export async function runProduct(dataDir: string, library: Library): Promise<ProductProcess> {
  const child = spawnProduct(dataDir, library, 'pipe');
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  try {
    const url = await addressOf(child);
    await untilReady(url);

    return {
      url,
      stop: async () => {
        await stop();
        if (child.exitCode !== 0) throw new Error(`the product ended with ${child.exitCode ?? child.signalCode}`);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As runProduct, but it lives on when this process ends: what it prints goes to this file. Resolves to its address. */
export async function leaveProductRunning(dataDir: string, library: Library, logFile: string): Promise<string> {
  const log = await open(logFile, 'w');
  const child = spawnProduct(dataDir, library, log.fd);
  child.unref();
  await log.close();
  for (;;) {
    const printed = await readFile(logFile, 'utf8');
    const url = addressIn(printed);
    if (url !== undefined) {
      await untilReady(url);

      return url;
    }
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product ended before it ran: ${printed}`);
    await sleep(POLL_MS);
  }
}

/** Not detached: a Ctrl-C in the terminal reaches it too. */
function spawnProduct(dataDir: string, library: Library, output: 'pipe' | number): ChildProcess {
  for (const built of [start, site])
    if (!existsSync(built)) throw new Error(`The browser tests run what is built: npm run build first; no ${built}.`);

  return spawn(process.execPath, [start], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      SAMPLE_LIBRARY: library === 'sample' ? 'on' : 'off',
      ADMIN_PASSWORD: PASSWORD,
      // A feed of the tests stands on this machine.
      FETCH_ALLOW_PRIVATE: 'true',
    },
    stdio: ['ignore', output, output],
  });
}

const untilReady = (url: string): Promise<void> => until(async () => (await fetch(`${url}/health/ready`)).ok);

const addressIn = (printed: string): string | undefined => /Earmark is running: (\S+)/.exec(printed)?.[1];

/** The address that the product prints; rejects with all that it printed when it ends before. */
export function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';

  return new Promise((resolve, reject) => {
    const look = (text: string): void => {
      printed += text;
      const address = addressIn(printed);
      if (address !== undefined) resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', look);
    child.stderr?.setEncoding('utf8').on('data', look);
    child.once('close', () => reject(new Error(`the product ended before it ran: ${printed}`)));
  });
}

/** By the command line. */
export async function addAccount(dataDir: string, username: string, role: Role): Promise<void> {
  const child = spawn(process.execPath, [commandLine, 'user', 'add', username, role], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.end(`${PASSWORD}\n`);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the account was not added: ${child.exitCode ?? child.signalCode}`);
}

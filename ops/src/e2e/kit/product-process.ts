import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Role } from '@earmark/contracts/accounts';
import { until } from './until.ts';

/** `empty` has the known categories only. */
export type Library = 'sample' | 'empty';

/** Of every account. */
export const PASSWORD = 'correct horse battery';

const start = fileURLToPath(new URL('../../../../dist/serve.js', import.meta.url));
const site = fileURLToPath(new URL('../../../../frontend/dist/index.html', import.meta.url));
const commandLine = fileURLToPath(new URL('../../../../dist/earmark.js', import.meta.url));

export interface ProductProcess {
  readonly url: string;
  /** Ctrl-C. Throws when it does not end well. */
  readonly stop: () => Promise<void>;
}

/** Ends the product when its parent process has ended, for whatever reason. */
const LEASH = 'data:text/javascript,process.once("disconnect", () => process.exit())';

/** Further settings of a product, by name. */
export type Settings = Readonly<Record<string, string>>;

/** The built product on this database. Resolves when it is ready: library loaded, everything shown. */
export async function runProduct(
  databaseUrl: string,
  library: Library,
  settings: Settings = {},
): Promise<ProductProcess> {
  const child = spawnProduct(databaseUrl, library, settings);
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

/** Not detached: a Ctrl-C in the terminal reaches it too. */
function spawnProduct(databaseUrl: string, library: Library, settings: Settings): ChildProcess {
  for (const built of [start, site])
    if (!existsSync(built)) throw new Error(`The browser tests run what is built: npm run build first; no ${built}.`);

  return spawn(process.execPath, ['--import', LEASH, start], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      FEED_REFRESH_MINUTES: '0',
      SAMPLE_LIBRARY: library === 'sample' ? 'on' : 'off',
      ADMIN_PASSWORD: PASSWORD,
      // Test feeds are served from this machine.
      FETCH_ALLOW_PRIVATE: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** A first start loads the sample library. */
const STARTING_MS = 120_000;

const untilReady = (url: string): Promise<void> =>
  until(async () => (await fetch(`${url}/health/ready`)).ok, STARTING_MS);

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
export async function addAccount(databaseUrl: string, username: string, role: Role): Promise<void> {
  const child = spawn(process.execPath, [commandLine, 'user', 'add', username, role], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.end(`${PASSWORD}\n`);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the account was not added: ${child.exitCode ?? child.signalCode}`);
}

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '@earmark/contracts/accounts';
import type { z } from 'zod';
import { until } from './until.ts';

/** `empty` has the known categories only. */
export type Library = 'sample' | 'empty';

/** Calls of an administrator. Each throws when it is refused. */
export interface Administrator {
  /** The parsed answer of a GET. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
  /** Bytes go as they are, the rest as JSON. Resolves when what it changed is shown. */
  post(path: string, body: Buffer | Readonly<Record<string, unknown>>): Promise<void>;
  /** Saves a whole document onto what is there now. */
  put(path: string, body: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The built product as a process, on a database of its own. */
export interface RunningProduct {
  /** Without a slash at the end. */
  readonly url: string;
  /** The parsed answer of a GET. Throws when it is not OK or does not fit. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
  signIn(): Promise<Administrator>;
  /** Another account, with the administrator's password. */
  addAccount(username: string, role: Role): Promise<void>;
  /** Ctrl-C, and when it has ended its data is removed. Throws when it does not end well. */
  stop(): Promise<void>;
}

const start = fileURLToPath(new URL('../../dist/start.js', import.meta.url));
const site = fileURLToPath(new URL('../../../frontend/dist/index.html', import.meta.url));
const commandLine = fileURLToPath(new URL('../../dist/earmark.js', import.meta.url));
/** Of every account. */
export const PASSWORD = 'correct horse battery';

/** Resolves when the product is ready: library loaded, everything shown. */
export async function startProduct(library: Library): Promise<RunningProduct> {
  for (const built of [start, site])
    if (!existsSync(built)) throw new Error(`The browser tests run what is built: npm run build first; no ${built}.`);
  const folder = await mkdtemp(join(tmpdir(), 'earmark-e2e-'));
  // As root the database runs as another user, who must reach the data.
  await chmod(folder, 0o755);
  // Not detached: a Ctrl-C in the terminal reaches it too.
  const child = spawn(process.execPath, [start], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SAMPLE_LIBRARY: library === 'sample' ? 'on' : 'off',
      ADMIN_PASSWORD: PASSWORD,
      // A feed of the tests stands on this machine.
      FETCH_ALLOW_PRIVATE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(child);
    await until(async () => (await fetch(`${url}/health/ready`)).ok);

    return {
      url,
      read: async (path, schema) => schema.parse(await (await answered(await fetch(url + path))).json()),
      signIn: () => signIn(url),
      addAccount: (username, role) => addAccount(join(folder, 'data'), username, role),
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

/** The address that the product prints; rejects with all that it printed when it ends before. */
export function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';

  return new Promise((resolve, reject) => {
    const look = (text: string): void => {
      printed += text;
      const address = /Earmark is running: (\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', look);
    child.stderr?.setEncoding('utf8').on('data', look);
    child.once('close', () => reject(new Error(`the product ended before it ran: ${printed}`)));
  });
}

async function addAccount(dataDir: string, username: string, role: Role): Promise<void> {
  const child = spawn(process.execPath, [commandLine, 'user', 'add', username, role], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.end(`${PASSWORD}\n`);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the account was not added: ${child.exitCode ?? child.signalCode}`);
}

async function signIn(url: string): Promise<Administrator> {
  const send = async (
    method: 'POST' | 'PUT',
    path: string,
    body: Buffer | Readonly<Record<string, unknown>>,
    cookie: string,
  ) => {
    const isBytes = Buffer.isBuffer(body);
    const type = isBytes ? 'application/octet-stream' : 'application/json';

    return answered(
      await fetch(url + path, {
        method,
        headers: { origin: url, cookie, 'content-type': type },
        body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
      }),
    );
  };
  const { headers } = await send('POST', '/api/auth/login', { username: 'admin', password: PASSWORD }, '');
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  return {
    read: async (path, schema) =>
      schema.parse(await (await answered(await fetch(url + path, { headers: { cookie } }))).json()),
    post: async (path, body) => {
      await (await send('POST', path, body, cookie)).text();
    },
    put: async (path, body) => {
      await (await send('PUT', path, body, cookie)).text();
    },
  };
}

async function answered(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);

  return response;
}

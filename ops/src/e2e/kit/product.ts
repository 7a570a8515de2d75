import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '@earmark/contracts/accounts';
import type { z } from 'zod';
import { copyLibrary } from './prepared.ts';
import { addAccount, runProduct } from './product-process.ts';
import type { Library, Settings } from './product-process.ts';

export { addressOf, PASSWORD } from './product-process.ts';
export type { Library } from './product-process.ts';

const SHOWN_MS = 60_000;
const POLL_MS = 20;

/** Calls of an administrator. Each throws when it is refused. */
export interface Administrator {
  /** The parsed answer of a GET. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
  /** Bytes go as they are, the rest as JSON. Resolves when what it changed is shown. */
  post(path: string, body: Buffer | Readonly<Record<string, unknown>>): Promise<void>;
  /** Saves a whole document onto what is there now. */
  put(path: string, body: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The built product, to look at. */
export interface VisitedProduct {
  /** Without a slash at the end. */
  readonly url: string;
  /** `name=value` by user name, of those who are signed in from the beginning: admin, the analyst ana and the reader rea. */
  readonly cookies: Readonly<Record<string, string>>;
  /** The parsed answer of a GET. Throws when it is not OK or does not fit. */
  read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
}

/** The built product as a process, on a database of its own. */
export interface RunningProduct extends VisitedProduct {
  signIn(): Promise<Administrator>;
  /** Another account, with the administrator's password. */
  addAccount(username: string, role: Role): Promise<void>;
  /** Ctrl-C, and when it has ended its data is removed. Throws when it does not end well. */
  stop(): Promise<void>;
}

/** Resolves when the product is ready: library loaded, everything shown. */
export async function startProduct(library: Library, settings: Settings = {}): Promise<RunningProduct> {
  const database = await copyLibrary(library);
  try {
    const { url, stop } = await runProduct(database.url, library, settings);

    return {
      ...visitedProduct(url, database.cookies),
      signIn: async () => administrator(url, database.cookies.admin ?? ''),
      addAccount: (username, role) => addAccount(database.url, username, role),
      stop: async () => {
        try {
          await stop();
        } finally {
          await database.drop();
        }
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** The product that runs there, with the cookies of its accounts. */
export const visitedProduct = (url: string, cookies: Readonly<Record<string, string>>): VisitedProduct => ({
  url,
  cookies,
  read: async (path, schema) => {
    await shown(url);

    return schema.parse(await (await answered(await fetch(url + path))).json());
  },
});

let edited: Promise<RunningProduct> | null = null;

/** The product on a sample library that specs of a worker change, one file after another; it ends with the worker. */
export const joinEditedProduct = (): Promise<RunningProduct> => (edited ??= startProduct('sample'));

function administrator(url: string, cookie: string): Administrator {
  const send = async (
    method: 'POST' | 'PUT',
    path: string,
    body: Buffer | Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const isBytes = Buffer.isBuffer(body);
    const type = isBytes ? 'application/octet-stream' : 'application/json';
    const answer = await fetch(url + path, {
      method,
      headers: { origin: url, cookie, 'content-type': type },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    });
    await (await answered(answer)).text();
  };

  return {
    read: async (path, schema) => {
      await shown(url);

      return schema.parse(await (await answered(await fetch(url + path, { headers: { cookie } }))).json());
    },
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
  };
}

/** Waits until the projections have caught up: a save answers after two seconds even if they have not. */
async function shown(url: string): Promise<void> {
  for (const until = performance.now() + SHOWN_MS; performance.now() < until; await sleep(POLL_MS)) {
    const metrics = await (await answered(await fetch(`${url}/metrics`))).text();
    const lags = [...metrics.matchAll(/^earmark_projection_lag\{.*\} (\S+)$/gm)].map(([, lag]) => Number(lag));
    if (lags.length > 0 && lags.every((lag) => lag === 0)) return;
  }
  throw new Error('the projections have not caught up');
}

async function answered(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);

  return response;
}

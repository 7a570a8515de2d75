import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@earmark/contracts/accounts';
import { projectors, Runner } from '@earmark/projections/runner';
import { createTestDatabase } from '@earmark/projections/testing';
import { Accounts } from '../accounts/accounts.store.ts';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openCore } from '../core.module.ts';
import { Readiness } from '../health/readiness.ts';
import { LiveFeed } from '../history/live-feed.ts';
import { createAppDatabase } from './app-database.ts';
import { servicesOf, type Services } from './services.ts';
import { ensureKnownEntityTypes } from '../vocabulary/known-entity-types.ts';
import { LineLogger } from '../kit/logger.ts';

/** The whole back end on a database of its own, called over HTTP. */
export interface RunningApp {
  readonly url: string;
  readonly services: Services;
  readonly readiness: Readiness;
  readonly feed: LiveFeed;
  /** Every line that it logged. */
  readonly reports: string[];
  signIn(role: Role): Promise<Caller>;
  readonly visitor: Caller;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}
/** Sends `body` as JSON, unless it is bytes. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Answer>;

/** Cheap on purpose: specs sign in often. */
export const CHEAP_SCRYPT = { N: 1024, r: 8, p: 1 };
const PASSWORD = 'correct horse battery';
/** Longer than any projection takes on a busy machine: a spec reads what it wrote. */
export const SPEC_PATIENCE_MS = 60_000;

/** `site`: the folder of a built front end; without it only calls are answered. */
export async function startApp(environment: Record<string, string> = {}, site?: string): Promise<RunningApp> {
  // The prepared tables belong to the log in their database.
  const database = await ('EVENTSTORE_URL' in environment ? createTestDatabase() : createAppDatabase());
  // A search by name would leave this machine.
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-data-'));
  const closed = { DATA_DIR: dataDir, FETCH_ALLOW_PRIVATE: 'true', SAMPLE_LIBRARY: 'off', DIRECTORY_PROVIDER: 'rss' };
  const config = readConfig({ ...closed, ...environment });
  const reports: string[] = [];
  const report = (line: string) => reports.push(line);
  const core = await openCore(config, database.url, new LineLogger(report));
  core.checkpoints.patienceMs = SPEC_PATIENCE_MS;
  const runner = new Runner({ log: core.log, databaseUrl: database.url, projectors, report });
  runner.start();
  const app = await createApp(core, site);
  const services = servicesOf(app);
  const [feed, readiness] = [app.get(LiveFeed), app.get(Readiness)];
  await feed.start();
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await ensureKnownEntityTypes(services.commands, services.log);
  readiness.headAtStart = await services.log.head();
  while (!(await services.checkpoints.passed(readiness.headAtStart)));
  // The feed follows the projections. Otherwise the first listener would hear of the seeded categories.
  while (feed.head < readiness.headAtStart) await pause(10);
  const accounts = new Accounts(services.pool, CHEAP_SCRYPT);
  for (const role of ['admin', 'analyst', 'reader'] as const)
    await accounts.create({ username: role, password: PASSWORD, role });

  return {
    url,
    services,
    readiness,
    feed,
    reports,
    visitor: caller(url, ''),
    signIn: async (username) => {
      const { headers } = await caller(url, '')('POST', '/api/auth/login', { username, password: PASSWORD });
      return caller(url, (headers.get('set-cookie') ?? '').split(';')[0]!);
    },
    stop: async () => {
      // Stopped first: it reads the log, which the application closes.
      await runner.stop();
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const caller =
  (url: string, cookie: string): Caller =>
  async (method, path, body, headers = {}, signal) => {
    const isBytes = body === undefined || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      signal: signal ?? null,
      headers: {
        origin: url,
        ...(cookie === '' ? {} : { cookie }),
        ...(isBytes ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isBytes ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');

    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

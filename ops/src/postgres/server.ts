import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnAs } from './account.ts';
import type { Account } from './account.ts';
import { PROGRAM_ENV } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { dataArgument } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError, fullDiskIn } from './embedded-postgres.error.ts';
import { isAlive } from './owner-name.ts';
import { choosePort, isFree, rememberPort } from './port.ts';
import { disownPidFile, findPostmaster } from './postmaster-pid.ts';
import { openLog, readFrom } from './server-log.ts';
import { serverArguments } from './settings.ts';
import { untilReady } from './readiness.ts';
import type { Waiting } from './readiness.ts';

/** Parameters of starting a server. */
export interface Launch extends Waiting {
  readonly binaries: Binaries;
  readonly account: Account;
  readonly throwaway: boolean;
}

const POLL_MS = 20;
const STOP_LIMIT_MS = 120_000;
const START_ATTEMPTS = 10;
/** Message of Postgres while children of a killed server still hold its shared memory for a moment. */
const CHILDREN_LEFT = /pre-existing shared memory block/;

/** Joins the server running on this data; returns its port, or null when there is none. */
export async function joinServer(waiting: Waiting): Promise<number | null> {
  const postmaster = await findPostmaster(waiting.cluster.data);
  if (postmaster === null) return null;
  return (await untilReady(waiting, postmaster.port, () => isAlive(postmaster.process))) ? postmaster.port : null;
}

/** Starts a server that outlives this process; returns its port. Throws EmbeddedPostgresError with the last log line. */
export async function startServer(launch: Launch): Promise<number> {
  const { cluster } = launch;
  const log = await openLog(cluster.log);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const logStart = (await log.stat()).size;
      const port = await choosePort(cluster.portFile);
      const failure = await tryStart(launch, port, log);
      if (failure === null) {
        await rememberPort(cluster.portFile, port);
        return port;
      }

      const said = `${await readFrom(log, logStart)}\n${failure}`;
      const mayPass = CHILDREN_LEFT.test(said) || !(await isFree(port));
      if (!mayPass || attempt === START_ATTEMPTS) throw startFailed(cluster, said);
      await sleep(attempt * 100);
    }
  } finally {
    await log.close();
  }
}

/** Null when the server is ready, otherwise why its program could not run; empty when it ran and ended. */
async function tryStart(launch: Launch, port: number, log: FileHandle): Promise<string | null> {
  const { cluster, binaries, account, throwaway } = launch;
  await disownPidFile(cluster.data);
  const server = spawn(
    binaries.postgres,
    serverArguments(await dataArgument(cluster.data, account), port, throwaway),
    // In its own session, so that Ctrl-C reaches us and not the server.
    { cwd: cluster.data, detached: true, env: PROGRAM_ENV, stdio: ['ignore', log.fd, log.fd], ...spawnAs(account) },
  );
  let failure: string | null = null;
  server.once('error', (error) => (failure = error.message));
  server.once('exit', () => (failure ??= ''));
  server.unref();
  try {
    await untilReady(launch, port, () => failure === null);
    return failure;
  } catch (error) {
    // Nothing else would stop it.
    server.kill('SIGINT');
    throw error;
  }
}

/** Stops the server running on this data, if any, and waits for it to end. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const postmaster = await findPostmaster(cluster.data);
  if (postmaster === null) return;

  // SIGINT is the fast shutdown: it ends connections and writes everything to disk.
  const { pid } = postmaster.process;
  process.kill(pid, 'SIGINT');
  const deadline = performance.now() + STOP_LIMIT_MS;
  while (await isAlive(postmaster.process)) {
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Postgres (process ${pid}) has not stopped in ${STOP_LIMIT_MS / 1000} s; see ${cluster.log}.`,
      );
    }
    await sleep(POLL_MS);
  }
}

function startFailed(cluster: Cluster, said: string): EmbeddedPostgresError {
  const lines = said.trim().split('\n');
  const complaint = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return new EmbeddedPostgresError(
    fullDiskIn(said, cluster.dataDir) ??
      `Postgres does not start on the data folder ${cluster.dataDir}: "${complaint}"; the whole log is ${cluster.log}.`,
  );
}

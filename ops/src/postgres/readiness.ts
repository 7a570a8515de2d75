import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { ask, urlOf } from './connection.ts';
import type { Answer } from './connection.ts';
import { EmbeddedPostgresError, messageOf } from './embedded-postgres.error.ts';

/** Parameters of waiting for a server. */
export interface Waiting {
  readonly cluster: Cluster;
  readonly password: string;
  readonly onProgress: (line: string) => void;
}

const POLL_MS = 20;
const SILENCE_LIMIT_MS = 60_000;
const REPORT_EVERY_MS = 5000;

/**
 * Waits until the server accepts connections; false when it ended instead. Recovery after a crash may take long, so
 * only silence is limited. Throws EmbeddedPostgresError on silence and when the server refuses us.
 */
export async function untilReady(
  waiting: Waiting,
  port: number,
  lives: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const { cluster, onProgress } = waiting;
  let heardAt = performance.now();
  let reportedAt = heardAt;
  while (await lives()) {
    const answer = await answerOf(waiting, port);
    if (answer === 'ready') return true;

    const now = performance.now();
    if (answer === 'starting') heardAt = now;
    if (now - heardAt > SILENCE_LIMIT_MS) {
      throw new EmbeddedPostgresError(
        `Postgres on ${cluster.dataDir} does not answer on port ${port}; its log is ${cluster.log}.`,
      );
    }
    if (now - reportedAt > REPORT_EVERY_MS) {
      onProgress('Postgres is still starting (after a crash it first replays its log)');
      reportedAt = now;
    }
    await sleep(POLL_MS);
  }
  return false;
}

async function answerOf({ cluster, password }: Waiting, port: number): Promise<Answer> {
  try {
    return await ask(urlOf(port, password, 'postgres'));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `Postgres on ${cluster.dataDir} refuses Earmark (${messageOf(error)}); its password file is ${cluster.passwordFile}.`,
      { cause: error },
    );
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, messageOf } from './postgres/embedded-postgres.error.ts';

/** Nothing is known of Postgres: this process or the machine has no files, memory or processes to spare. */
const PASSING = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

interface Watch {
  /** Restarts the database when it has ended; true when it had to. */
  readonly revive: () => Promise<boolean>;
  readonly isStopping: () => boolean;
  readonly say: (line: string) => void;
  readonly everyMs: number;
}

/** Restarts a database that was killed. Tries again when it cannot look; throws when the database does not start. */
export async function keepAlive({ revive, isStopping, say, everyMs }: Watch): Promise<void> {
  let isBlind = false;
  while (!isStopping()) {
    await sleep(everyMs, undefined, { ref: false });
    try {
      if (!isStopping() && (await revive())) say('Postgres is running again');
      isBlind = false;
    } catch (error) {
      if (!PASSING.has(codeOf(error) ?? '')) throw error;
      if (!isBlind) say(`Cannot look after Postgres: ${messageOf(error)}; trying again`);
      isBlind = true;
    }
  }
}

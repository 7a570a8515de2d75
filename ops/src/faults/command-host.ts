// Runs the programs of the product one after the other in one process, which loads the product once; the specs start
// it through commands.fixtures.ts.
import { runCommand } from '@earmark/backend/command-line';
import { readConfig } from '@earmark/backend/config';
import type { Config } from '@earmark/backend/config';
import { startServer } from '@earmark/backend/server';
import { leaseDatabase } from '../database.ts';
import { explained } from '../explained.ts';
import type { PostgresLease } from '../postgres/embedded-postgres.ts';
import type { Ending, Environment, Program } from './product.fixtures.ts';

export type HostedProgram = Exclude<Program, 'start'>;

export interface HostedRun {
  readonly program: HostedProgram;
  readonly words: readonly string[];
  readonly environment: Environment;
}

const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (chunk: Uint8Array | string) => {
    written[name] += String(chunk);

    return true;
  };

// Whoever asked has ended.
process.on('disconnect', () => process.exit());
process.on('message', (asked: HostedRun) => {
  void ending(asked).then((ended) => process.send?.(ended));
});

/** Does what serve.ts and earmark.ts do, except for signals; a server that starts is stopped at once. */
async function ending({ program, words, environment }: HostedRun): Promise<Ending> {
  Object.assign(written, { stdout: '', stderr: '' });
  const leases: PostgresLease[] = [];
  let code = 1;
  try {
    const config = readConfig(environment);
    const lease = async (): Promise<string> => {
      const holder = program === 'serve' ? 'server' : 'command';
      const leased = await leaseDatabase(config, holder, say);
      leases.push(leased);

      return leased.url;
    };
    code = await (program === 'serve' ? startAndStop(config, await lease()) : runCommand(words, config, lease));
  } catch (error) {
    console.error(explained(error));
  } finally {
    for (const lease of leases) await lease.release();
  }

  return { code, ...written };
}

async function startAndStop(config: Config, databaseUrl: string): Promise<number> {
  const server = await startServer(config, databaseUrl, say, () => false);
  await server.stop();

  return 0;
}

const say = (line: string): void => console.error(line);

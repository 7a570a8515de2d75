import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import { codeOf } from './embedded-postgres.error.ts';
import { HOST } from './port.ts';

export const DATABASE = 'earmark';

/** State of a server: ready, starting up, or not answering. */
export type Answer = 'ready' | 'starting' | 'nothing';

const STARTING_OR_STOPPING = '57P03';
const TOO_MANY_CONNECTIONS = '53300';
const NO_ANSWER = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];

/** URL of a database, as superuser. */
export function urlOf(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;
}

/** Probes a server once. Throws its error when it refuses us permanently, as with a wrong password. */
export async function ask(url: string): Promise<Answer> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return 'ready';
  } catch (error) {
    const code = codeOf(error);
    if (code === STARTING_OR_STOPPING) return 'starting';
    if (code === TOO_MANY_CONNECTIONS) return 'ready';
    // A server shutting down and the client's own timeout end the connection without an error code.
    if (code === null || NO_ANSWER.includes(code)) return 'nothing';
    throw error;
  }
}

/** Creates our database when it does not exist. */
export async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  await withClient(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);

    const lz4 = await client.query(
      `select 1 from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)`,
    );
    if (lz4.rowCount === 1) await client.query(`alter database ${DATABASE} set default_toast_compression = 'lz4'`);
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // Without a listener an error between two queries would end the process; the query that follows fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

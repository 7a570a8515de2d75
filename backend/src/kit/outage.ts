import type { ErrorCode } from '@earmark/contracts';

export type Outage = Extract<ErrorCode, 'full-disk' | 'log-down' | 'database-down' | 'tables-building'>;

/** No connection, or one that broke. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
/** Class 08 (connection), shut down by the operator or after a crash, starting up, too many connections. */
const SERVER_CODES = /^(08...|57P0[1235]|53300)$/;
/** The projections have not made the tables, or those of this version, yet: undefined_table, undefined_column, invalid_schema_name. */
const TABLES_MISSING = new Set(['42P01', '42703', '3F000']);
/** What `pg` throws without a code. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Which part of the installation is out of order, judged by an error and its causes. Null: none that is known. */
export function outageOf(error: unknown): Outage | null {
  const chain = [...withCauses(error)];
  if (chain.some((link) => link.code === '53100' || link.code === 'ENOSPC')) return 'full-disk';
  if (chain.some((link) => link.name === 'LogUnavailable')) return 'log-down';
  if (TABLES_MISSING.has(chain[0]?.code ?? '')) return 'tables-building';

  // Not the causes: a failed call to another service has a refused connection as its cause, too.
  return chain[0] !== undefined && isConnectionLoss(chain[0]) ? 'database-down' : null;
}

interface Link {
  readonly name: string;
  readonly message: string;
  readonly code: string;
  readonly connecting: boolean;
}

function* withCauses(error: unknown): Generator<Link> {
  let link = error;
  for (let depth = 0; depth < 8 && typeof link === 'object' && link !== null; depth++) {
    yield {
      name: text('name' in link ? link.name : null),
      message: text('message' in link ? link.message : null),
      code: text('code' in link ? link.code : null),
      connecting: 'syscall' in link && link.syscall === 'connect',
    };
    link = 'cause' in link ? link.cause : null;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function isConnectionLoss({ code, message, connecting }: Link): boolean {
  // A missing file is ENOENT as well as a missing socket.
  if (code === 'ENOENT') return connecting;

  return SOCKET_CODES.has(code) || SERVER_CODES.test(code) || CONNECTION_MESSAGE.test(message);
}

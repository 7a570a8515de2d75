import type { ErrorCode } from '@earmark/contracts';

export type Outage = Extract<
  ErrorCode,
  'full-disk' | 'log-down' | 'maybe-saved' | 'database-down' | 'tables-building' | 'busy'
>;

/** Codes of a connection that failed or broke. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
/** SQL states: class 08 (connection), shut down by the operator or after a crash, starting up, too many connections. */
const SERVER_CODES = /^(08...|57P0[1235]|53300)$/;
/**
 * The projections have not yet built the tables of this version: undefined_table, undefined_column,
 * invalid_schema_name.
 */
const TABLES_MISSING = new Set(['42P01', '42703', '3F000']);
/** Messages of the errors that `pg` throws without a code. */
const CONNECTION_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** The part of the installation that is down, judged by an error and its causes; null when the error names none. */
export function outageOf(error: unknown): Outage | null {
  const chain = [...withCauses(error)];
  if (chain.some((link) => link.code === '53100' || link.code === 'ENOSPC')) return 'full-disk';
  // Before its cause, which is LogUnavailable.
  if (chain.some((link) => link.name === 'AppendUnknown')) return 'maybe-saved';
  if (chain.some((link) => link.name === 'LogUnavailable')) return 'log-down';
  if (chain[0] !== undefined && isOverload(chain[0])) return 'busy';
  if (TABLES_MISSING.has(chain[0]?.code ?? '')) return 'tables-building';

  // Ignores the causes: a failed call to another service also has a refused connection as its cause.
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

/** A statement reached its time limit, or no connection of the pool became free in time. */
const isOverload = ({ code, message }: Link): boolean =>
  code === '57014' || message === 'timeout exceeded when trying to connect';

function isConnectionLoss({ code, message, connecting }: Link): boolean {
  // ENOENT may mean a missing file or a missing socket.
  if (code === 'ENOENT') return connecting;

  return SOCKET_CODES.has(code) || SERVER_CODES.test(code) || CONNECTION_MESSAGE.test(message);
}

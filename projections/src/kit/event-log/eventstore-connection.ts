import { z } from 'zod';
import { LogUnavailable } from './event-log.ts';

export interface EventStoreAddress {
  /** Without user, password and options, for messages. */
  readonly shown: string;
  readonly credentials: { readonly username: string; readonly password: string };
}

/** The client requires credentials but does not send them without TLS: see `#credentials` of the client. */
const UNUSED = { username: 'nobody', password: 'none' };

/** The error of the client's own parser for a malformed string; its message repeats the string, including the password. */
const ParseError = z.object({ location: z.tuple([z.number(), z.number()]), expected: z.string() });

/** Throws Error when the string requests something that this adapter cannot do. */
export function readAddress(connectionString: string): EventStoreAddress {
  const text = connectionString.trim();
  const [, scheme = '', username, password, rest = ''] = /^([^:]+:\/\/)(?:([^:/@]+):([^@]+)@)?(.*)$/s.exec(text) ?? [];
  const [hosts = '', options = ''] = rest.split('?');
  const flags = new URLSearchParams(options.toLowerCase());
  // The client would then report a wrong revision for a refused append.
  if (flags.get('throwonappendfailure') === 'false')
    throw new Error('EVENTSTORE_URL must not turn throwOnAppendFailure off');

  const named = username !== undefined && password !== undefined;
  if (!named && flags.get('tls') !== 'false')
    throw new Error('EVENTSTORE_URL must contain a user and password (esdb://user:password@host:2113), or tls=false');

  return {
    shown: `${scheme}${hosts.replace(/\/+$/, '')}`,
    credentials: named ? { username: decodeURIComponent(username), password: decodeURIComponent(password) } : UNUSED,
  };
}

/** Describes the fault without repeating the connection string. */
export function malformedAddress(error: unknown): Error {
  const parsed = ParseError.safeParse(error);
  const reason = parsed.success
    ? `character ${parsed.data.location[0] + 1} should start ${parsed.data.expected}`
    : String(error);

  return new Error(`EVENTSTORE_URL is malformed: ${reason}`);
}

/** Not retried: that would only double the wait. */
export class NoAnswerInTime extends LogUnavailable {}

/** The answer of 23.10, which is the same for both causes, and that of later servers. */
export const isUnreadablePosition = (message: string): boolean =>
  /Unexpected (?:Filtered)?ReadAllResult: Error|from an invalid position/.test(message);

/** Throws NoAnswerInTime when `answer` takes longer than `ms`. */
export async function within<Answer>(answer: Promise<Answer>, ms: number, shown: string): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerInTime(`${shown} did not answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { Problem } from '@earmark/contracts';
import type { z } from 'zod';

/** An answer that is not OK. The message is `<status>: <detail>`. */
export class RequestFailed extends Error {
  readonly status: number;
  /** The parsed body; null if it is not JSON. */
  readonly problem: unknown;

  constructor(status: number, detail: string, problem: unknown = null) {
    super(`${status}: ${detail}`);
    this.name = 'RequestFailed';
    this.status = status;
    this.problem = problem;
  }
}

/** No answer arrived: this device is offline, or the server is. The message is a sentence for the reader. */
export class Unreachable extends Error {
  readonly isOffline: boolean;

  constructor(isOffline: boolean, cause?: unknown) {
    super(
      isOffline
        ? 'This device is offline. Try again when it is connected.'
        : 'Earmark does not answer. Check the connection and try again.',
      { cause },
    );
    this.name = 'Unreachable';
    this.isOffline = isOffline;
  }
}

/** Whether the resource does not exist, so that retrying is pointless. */
export const isMissing = (error: unknown): boolean => error instanceof RequestFailed && error.status === 404;

/**
 * The parsed answer of a GET. Throws RequestFailed when the answer is not OK, an Error with one readable sentence when
 * it does not fit the schema.
 */
export const getJson = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.infer<Schema>> => answerOf(path, schema, { signal });

/** The parsed answer of a call with a JSON body, usually one that changes something. Throws like getJson. */
export const sendJson = <Schema extends z.ZodType>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  schema: Schema,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<z.infer<Schema>> =>
  answerOf(path, schema, {
    method,
    signal,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The parsed answer of a POST with a file as its raw body. Throws like getJson. */
export const postFile = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  file: Blob,
  contentType: string,
): Promise<z.infer<Schema>> =>
  answerOf(path, schema, { method: 'POST', headers: { 'content-type': contentType }, body: file });

async function answerOf<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  init: RequestInit,
): Promise<z.infer<Schema>> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  const response = await request(path, { ...init, headers });
  const body = await arriving(() => response.text());
  const parsed = schema.safeParse(response.status === 204 ? null : parsedOrNull(body));
  if (!parsed.success) throw new Error(`The answer of ${path} has an unexpected shape.`, { cause: parsed.error });

  return parsed.data;
}

/**
 * An OK response to a call with the session's cookie. Throws RequestFailed for any other response, Unreachable when none
 * arrives, an AbortError when the call is stopped.
 */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await arriving(() => fetch(path, { ...init, credentials: 'include' }));
  if (response.ok) return response;
  const body = await arriving(() => response.text());
  throw new RequestFailed(response.status, detailOf(body, response.status), parsedOrNull(body));
}

// Browsers throw a TypeError with words of their own, such as "Failed to fetch".
async function arriving<Answer>(receive: () => Promise<Answer>): Promise<Answer> {
  try {
    return await receive();
  } catch (error) {
    if (error instanceof TypeError) throw new Unreachable(!navigator.onLine, error);
    throw error;
  }
}

/** Statuses of whatever stands between the browser and the server, which answers with a page of its own. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  413: 'That is too large to be sent.',
  429: 'Too many requests. Try again in a moment.',
  502: 'Earmark does not answer. Try again in a moment.',
  503: 'Earmark does not answer at present. Try again in a moment.',
  504: 'Earmark takes too long to answer. Try again in a moment.',
};

/** The message of a refusal: `detail` of problem+json, else what the status means. Nothing else is written for readers. */
export function detailOf(body: string, status: number): string {
  const problem = Problem.safeParse(parsedOrNull(body));

  return problem.success ? problem.data.detail : (STATUS_WORDS[status] ?? 'The server could not answer this.');
}

function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

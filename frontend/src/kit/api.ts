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
  const response = await fetch(path, { ...init, credentials: 'include', headers });
  if (!response.ok) {
    const body = await response.text();
    throw new RequestFailed(response.status, detailOf(body, response.statusText), parsedOrNull(body));
  }
  const parsed = schema.safeParse(response.status === 204 ? null : await response.json());
  if (!parsed.success) throw new Error(`The answer of ${path} has an unexpected shape.`, { cause: parsed.error });

  return parsed.data;
}

/** The message of a refusal: `detail` of problem+json, else the raw body, else the status text. */
export function detailOf(body: string, statusText: string): string {
  if (body === '') return statusText;
  const problem = Problem.safeParse(parsedOrNull(body));

  return problem.success ? problem.data.detail : body;
}

function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

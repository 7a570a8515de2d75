import type { IncomingHttpHeaders } from 'node:http';

/** A request as a stub sees it. */
export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The same as it came. */
  readonly bytes: Buffer;
  /** http://127.0.0.1:port without a trailing slash. */
  readonly base: string;
  /** Epoch seconds by the clock of the service. */
  readonly now: number;
}

export interface StubAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const answer = (
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): StubAnswer => ({ status, headers: { 'content-type': contentType, ...headers }, body });

export const json = (status: number, body: unknown): StubAnswer =>
  answer(status, 'application/json; charset=utf-8', JSON.stringify(body));

/** The number of a query parameter; null when it is no whole number in the range. */
export function numberIn(query: URLSearchParams, name: string, byDefault: number, min: number, max: number) {
  const text = query.get(name);
  if (text === null) return byDefault;

  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null;
}

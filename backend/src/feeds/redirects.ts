import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { FetchError, fetchErrorOf, errorOfStatus } from './fetch-error.ts';
import { discard } from './response-body.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Told which host is being visited, for the error. */
interface Visit {
  readonly onVisit: (host: string) => void;
}

export async function failingAsFetchError<Result>(
  asked: string,
  signal: AbortSignal | undefined,
  work: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  let host = asked;
  try {
    return await work({ onVisit: (visited) => (host = visited) });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw fetchErrorOf(error, host);
  }
}

/** What there is of an answer before its body is read. */
type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly body: Readable };
interface Following<Response extends Answer> extends Visit {
  readonly ask: (url: URL) => Promise<Response>;
  /** A status besides those of success that is an answer. */
  readonly accepts: (status: number) => boolean;
}

/** The first answer that is no redirect, its body unread. Every hop is checked as the first one. */
export async function followed<Response extends Answer>(
  asked: string,
  { ask, accepts, onVisit }: Following<Response>,
): Promise<{ response: Response; url: URL; permanentUrl: string }> {
  const seen = new Set<string>();
  let url = httpUrl(asked, null);
  let permanent = true;
  let permanentUrl = asked;

  for (;;) {
    onVisit(url.host);
    if (seen.size > MAX_REDIRECTS || seen.has(url.href))
      throw new FetchError(
        'too-many-redirects',
        `${url.host} redirects in a circle or more than ${MAX_REDIRECTS} times.`,
      );
    seen.add(url.href);
    const response = await ask(url);
    const { headers: answered } = factsOf(response);

    if (REDIRECTS.has(response.statusCode)) {
      discard(response);
      const location = answered['location'];
      if (location === undefined) throw new FetchError('broken', `${url.host} redirects without a target.`);
      url = httpUrl(location, url);
      permanent &&= response.statusCode === 301 || response.statusCode === 308;
      if (permanent) permanentUrl = url.href;
      continue;
    }
    const failure = errorOfStatus(response.statusCode, url.host, answered['retry-after'] ?? null);
    if (failure && !accepts(response.statusCode)) {
      discard(response);
      throw failure;
    }

    return { response, url, permanentUrl };
  }
}

export function httpUrl(value: string, base: URL | null): URL {
  const url = URL.canParse(value.trim(), base?.href) ? new URL(value.trim(), base?.href) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchError(
      base ? 'broken' : 'address-refused',
      base
        ? `${base.host} redirects to something other than a web address.`
        : 'Only addresses that begin with http:// or https:// can be read.',
    );
  url.hash = '';

  return url;
}

export function factsOf({ statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>) {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;

  return {
    status: statusCode,
    headers: joined,
    etag: joined['etag'] ?? null,
    lastModified: joined['last-modified'] ?? null,
  };
}

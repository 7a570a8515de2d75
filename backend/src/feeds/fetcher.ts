import { Agent, request, type Dispatcher } from 'undici';
import { FetchError, fetchErrorOf, errorOfStatus } from './fetch-error.ts';
import { discard, readBody } from './response-body.ts';
import { createConnector } from './public-address.ts';

export interface FetchResponse {
  status: number;
  /** The address of the body, after all redirects. */
  url: string;
  /** The permanent address, after leading 301 and 308 redirects only; else the requested address. */
  permanentUrl: string;
  /** Names in lower case; several values of one name are joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed; empty when not modified. */
  body: Buffer;
  etag: string | null;
  lastModified: string | null;
  notModified: boolean;
}
export interface FetchRequest {
  /** Most bytes of body, as sent and as decompressed. */
  maxBytes: number;
  etag?: string | null;
  lastModified?: string | null;
  accept?: string;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}
export interface ServiceRequest {
  method?: 'GET' | 'POST';
  /** May contain keys. */
  headers: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
}
export type ServiceResponse = Pick<FetchResponse, 'status' | 'headers' | 'body'>;
export interface Fetcher {
  /** Throws FetchError when the body cannot be fetched, or the reason of the signal. Does not retry. */
  get(url: string, options: FetchRequest): Promise<FetchResponse>;
  /**
   * Calls a service that the operator has set up. Any status is an answer, and no redirect is followed, so that keys
   * reach nobody else. Throws FetchError. Does not retry.
   */
  call(url: string, options: ServiceRequest): Promise<ServiceResponse>;
  close(): Promise<void>;
}
export interface FetcherConfig {
  /** FETCH_ALLOW_PRIVATE: loopback and private networks too. */
  allowPrivate: boolean;
  userAgent: string;
  connectTimeoutMs?: number;
  /** For one get with all its redirects. */
  totalTimeoutMs?: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches untrusted addresses: only http and https to public hosts, with few redirects, and limits on size and time.
 */
export function createFetcher(config: FetcherConfig): Fetcher {
  const agent = new Agent({
    connect: createConnector(config.allowPrivate, config.connectTimeoutMs ?? 10_000),
    // No connection is kept: feeds live on many hosts, and each is asked once an hour at most.
    pipelining: 0,
  });

  return {
    get: (url, options) => get(agent, config, url, options),
    call: (url, options) => call(agent, config, url, options),
    close: () => agent.close(),
  };
}

async function get(agent: Agent, config: FetcherConfig, asked: string, options: FetchRequest): Promise<FetchResponse> {
  const late = AbortSignal.timeout(config.totalTimeoutMs ?? 30_000);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  const seen = new Set<string>();
  let url = httpUrl(asked, null);
  let permanent = true;
  let permanentUrl = asked;

  for (;;) {
    if (seen.size > MAX_REDIRECTS || seen.has(url.href))
      throw new FetchError(
        'too-many-redirects',
        `${url.host} redirects in a circle or more than ${MAX_REDIRECTS} times.`,
      );
    seen.add(url.href);

    try {
      const response = await request(url, {
        dispatcher: agent,
        signal,
        headers: headersFor(config.userAgent, options),
        headersTimeout: config.totalTimeoutMs ?? 30_000,
        bodyTimeout: config.totalTimeoutMs ?? 30_000,
      });
      const answer = { ...factsOf(response), url: url.href };

      if (REDIRECTS.has(response.statusCode)) {
        discard(response);
        const location = answer.headers['location'];
        if (location === undefined) throw new FetchError('broken', `${url.host} redirects without a target.`);
        url = httpUrl(location, url);
        permanent &&= response.statusCode === 301 || response.statusCode === 308;
        if (permanent) permanentUrl = url.href;
        continue;
      }
      if (response.statusCode === 304 && (options.etag || options.lastModified)) {
        discard(response);
        return { ...answer, permanentUrl, body: Buffer.alloc(0), notModified: true };
      }
      const failure = errorOfStatus(response.statusCode, url.host, answer.headers['retry-after'] ?? null);
      if (failure) {
        discard(response);
        throw failure;
      }

      return {
        ...answer,
        permanentUrl,
        body: await readBody(response, answer.headers, url, options.maxBytes, signal),
        notModified: false,
      };
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw fetchErrorOf(error, url.host);
    }
  }
}

async function call(
  agent: Agent,
  config: FetcherConfig,
  address: string,
  { method = 'GET', headers, body, maxBytes }: ServiceRequest,
): Promise<ServiceResponse> {
  const timeoutMs = config.totalTimeoutMs ?? 30_000;
  const signal = AbortSignal.timeout(timeoutMs);
  const url = httpUrl(address, null);
  try {
    const response = await request(url, {
      dispatcher: agent,
      signal,
      method,
      headers: { 'user-agent': config.userAgent, 'accept-encoding': 'gzip, br', ...headers },
      body: body ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const { status, headers: answered } = factsOf(response);

    return { status, headers: answered, body: await readBody(response, answered, url, maxBytes, signal) };
  } catch (error) {
    throw fetchErrorOf(error, url.host);
  }
}

function httpUrl(value: string, base: URL | null): URL {
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

const headersFor = (userAgent: string, options: FetchRequest): Record<string, string> => ({
  'user-agent': userAgent,
  accept: options.accept ?? '*/*',
  'accept-encoding': 'gzip, br',
  ...(options.etag ? { 'if-none-match': options.etag } : {}),
  ...(options.lastModified ? { 'if-modified-since': options.lastModified } : {}),
});

function factsOf({ statusCode, headers }: Dispatcher.ResponseData) {
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

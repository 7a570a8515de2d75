import { Agent, request } from 'undici';
import { timeLimit } from '../kit/time-limit.ts';
import { requestSlowly } from './download.ts';
import { FetchError, fetchErrorOf } from './fetch-error.ts';
import { createConnector } from './public-address.ts';
import { factsOf, failingAsFetchError, followed, httpUrl } from './redirects.ts';
import { discard, readBody } from './response-body.ts';

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
export interface DownloadRequest {
  /** Most bytes of body. */
  maxBytes: number;
  accept: string;
  signal: AbortSignal;
}
export interface Download {
  /** The address of the body, after all redirects. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** As it comes. Throws FetchError when it breaks off or is too large, or the reason of the signal. */
  body: AsyncIterable<Uint8Array>;
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
   * Begins to fetch a file that may be too large to be held in memory: limited by how long nothing comes, not by how
   * long it takes. Otherwise as `get`.
   */
  download(url: string, options: DownloadRequest): Promise<Download>;
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

/**
 * Fetches untrusted addresses: only http and https to public hosts, with few redirects, and limits on size and time.
 */
export function createFetcher(config: FetcherConfig): Fetcher {
  const connect = createConnector(config.allowPrivate, config.connectTimeoutMs ?? 10_000);
  const agent = new Agent({
    connect,
    // No connection is kept: feeds live on many hosts, and each is asked once an hour at most.
    pipelining: 0,
  });

  return {
    get: (url, options) => get(agent, config, url, options),
    download: (url, options) => download(config, connect, url, options),
    call: (url, options) => call(agent, config, url, options),
    close: () => agent.close(),
  };
}

async function get(agent: Agent, config: FetcherConfig, asked: string, options: FetchRequest): Promise<FetchResponse> {
  const late = timeLimit(config.totalTimeoutMs ?? 30_000);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;

  return failingAsFetchError(asked, options.signal, async (visit) => {
    const { response, url, permanentUrl } = await followed(asked, {
      ...visit,
      ask: async (address) =>
        request(address, {
          dispatcher: agent,
          signal,
          headers: headersFor(config.userAgent, options),
          headersTimeout: config.totalTimeoutMs ?? 30_000,
          bodyTimeout: config.totalTimeoutMs ?? 30_000,
          // It is never paused: see requestSlowly for what would happen.
          highWaterMark: options.maxBytes + 1,
        }),
      accepts: (status) => status === 304 && Boolean(options.etag || options.lastModified),
    });
    const answer = { ...factsOf(response), url: url.href, permanentUrl };
    if (response.statusCode === 304) {
      discard(response);
      return { ...answer, body: Buffer.alloc(0), notModified: true };
    }

    return {
      ...answer,
      body: await readBody(response, answer.headers, url, options.maxBytes, signal),
      notModified: false,
    };
  });
}

async function download(
  config: FetcherConfig,
  connect: ReturnType<typeof createConnector>,
  asked: string,
  { maxBytes, accept, signal }: DownloadRequest,
): Promise<Download> {
  const idleMs = config.totalTimeoutMs ?? 30_000;
  const headers = { 'user-agent': config.userAgent, accept, 'accept-encoding': 'identity' };

  return failingAsFetchError(asked, signal, async (visit) => {
    const { response, url } = await followed(asked, {
      ...visit,
      ask: async (address) => {
        const body = await requestSlowly(address, { connect, headers, idleMs, signal });
        return { statusCode: body.statusCode ?? 0, headers: body.headers, body };
      },
      accepts: () => false,
    });
    const { headers: answered } = factsOf(response);
    const tooLarge = () => new FetchError('too-large', `The file at ${url.host} is larger than ${maxBytes} bytes.`);
    if (Number(answered['content-length'] ?? 0) > maxBytes) {
      discard(response);
      throw tooLarge();
    }
    const body = async function* () {
      let size = 0;
      try {
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge();
          yield chunk;
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : fetchErrorOf(error, url.host);
      }
    };

    return { url: url.href, headers: answered, body: body() };
  });
}

async function call(
  agent: Agent,
  config: FetcherConfig,
  address: string,
  { method = 'GET', headers, body, maxBytes }: ServiceRequest,
): Promise<ServiceResponse> {
  const timeoutMs = config.totalTimeoutMs ?? 30_000;
  const signal = timeLimit(timeoutMs);
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

const headersFor = (userAgent: string, options: FetchRequest): Record<string, string> => ({
  'user-agent': userAgent,
  accept: options.accept ?? '*/*',
  'accept-encoding': 'gzip, br',
  ...(options.etag ? { 'if-none-match': options.etag } : {}),
  ...(options.lastModified ? { 'if-modified-since': options.lastModified } : {}),
});

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { buildConnector } from 'undici';
import { FetchError } from './fetch-error.ts';

export interface DownloadOptions {
  readonly connect: buildConnector.connector;
  readonly headers: Readonly<Record<string, string>>;
  /** How long nothing may come. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/**
 * The answer, whose body may be read as slowly as it is written. `undici` 7 cannot do that: where a host closes the connection
 * while the body waits, it throws an error that nobody can catch (its issue 5360; mended in 8, which needs Node 22).
 */
export const requestSlowly = async (
  url: URL,
  { connect, headers, idleMs, signal }: DownloadOptions,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { hostname, host, protocol, port } = url;
    const secure = protocol === 'https:';
    const outgoing = (secure ? https : http).request(url, {
      headers: { ...headers, connection: 'close' },
      signal,
      // Checks where the connection leads.
      createConnection: (_options, opened) => {
        connect({ hostname, host, protocol, port: port === '' ? (secure ? '443' : '80') : port }, (error, socket) => {
          // Only one of the two is there, whatever their types say.
          if (socket) return opened(null, socket);
          reject(error ?? new Error('no connection'));
          // A refused address is told at once, before there is a request.
          queueMicrotask(() => outgoing.destroy());
        });

        return undefined;
      },
    });
    outgoing.setTimeout(idleMs, () => outgoing.destroy(new FetchError('slow', `${host} did not answer in time.`)));
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end();
  });

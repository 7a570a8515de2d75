export type FetchFailure =
  | 'address-refused'
  | 'too-large'
  | 'too-many-redirects'
  | 'password'
  | 'not-found'
  | 'gone'
  | 'down'
  | 'slow'
  | 'broken';

/** Why an address could not be fetched. The message is one sentence that a person can act on. */
export class FetchError extends Error {
  constructor(
    readonly kind: FetchFailure,
    message: string,
    /** The seconds in Retry-After; null without that header. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'FetchError';
  }
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL']);
const SLOW_CODES = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const DOWN_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
]);

/** The FetchError for a connection error. Rethrows anything else as a bug. */
export function fetchErrorOf(error: unknown, host: string): FetchError {
  if (error instanceof FetchError) return error;
  if (textOf(error, 'name') === 'TimeoutError') return new FetchError('slow', `${host} did not answer in time.`);

  const code = textOf(error, 'code');
  if (SLOW_CODES.has(code)) return new FetchError('slow', `${host} did not answer in time.`);
  if (DNS_CODES.has(code)) return new FetchError('down', `The name of ${host} could not be resolved.`);
  if (DOWN_CODES.has(code)) return new FetchError('down', `The connection to ${host} failed or broke off.`);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new FetchError('too-large', `${host} sends too many headers.`);
  if (/^(Z_|ERR_ZLIB|ERR__ERROR_FORMAT|ERR_PADDING|ERR_BROTLI|ERR_TRAILING)/.test(code))
    return new FetchError('broken', `${host} answered with a body that cannot be decompressed.`);
  if (/^HPE_/.test(code)) return new FetchError('broken', `${host} does not answer in valid HTTP.`);
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|ISSUER/.test(code))
    return new FetchError('broken', `${host} has no valid certificate.`);
  throw error;
}

/** Errors of the connection come as several classes, of which some are no Error. */
function textOf(error: unknown, key: 'name' | 'code'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;

  return typeof value === 'string' ? value : '';
}

/** The error for an HTTP status; null for success (2xx). */
export function errorOfStatus(status: number, host: string, retryAfter: string | null): FetchError | null {
  if (status >= 200 && status < 300) return null;
  const seconds = retryAfterSeconds(retryAfter);
  if (status === 401 || status === 403 || status === 407)
    return new FetchError('password', `${host} requires a password or blocks our server (${status}).`);
  if (status === 404) return new FetchError('not-found', `${host} has nothing at this address (404).`);
  if (status === 410) return new FetchError('gone', `${host} says that this address is permanently gone (410).`);
  if (status === 429) return new FetchError('down', `${host} asks us to try again later (429).`, seconds);
  if (status >= 500) return new FetchError('down', `${host} is temporarily unavailable (${status}).`, seconds);

  return new FetchError('broken', `${host} answered with the unexpected status ${status}.`);
}

/** Null without the header, or when it says neither seconds nor a time. */
export function retryAfterSeconds(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim());
  const at = Date.parse(value);

  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

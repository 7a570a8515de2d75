export type OutsideRefusal =
  | 'address-refused'
  | 'too-large'
  | 'too-many-redirects'
  | 'password'
  | 'not-found'
  | 'gone'
  | 'down'
  | 'slow'
  | 'broken';

/** Why an outside address gave nothing. The message is one sentence that a person can act on. */
export class OutsideRefused extends Error {
  constructor(
    readonly kind: OutsideRefusal,
    message: string,
    /** What the server asks for in Retry-After; null when it does not. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'OutsideRefused';
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

/** The refusal behind an error of the connection. What is none is thrown again: it is a bug. */
export function refusalOf(error: unknown, host: string): OutsideRefused {
  if (error instanceof OutsideRefused) return error;
  if (textOf(error, 'name') === 'TimeoutError') return new OutsideRefused('slow', `${host} did not answer in time.`);

  const code = textOf(error, 'code');
  if (SLOW_CODES.has(code)) return new OutsideRefused('slow', `${host} did not answer in time.`);
  if (DNS_CODES.has(code)) return new OutsideRefused('down', `The name of ${host} could not be resolved.`);
  if (DOWN_CODES.has(code)) return new OutsideRefused('down', `The connection to ${host} failed or broke off.`);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutsideRefused('too-large', `${host} sends too many headers.`);
  if (/^(Z_|ERR_ZLIB|ERR__ERROR_FORMAT|ERR_PADDING|ERR_BROTLI|ERR_TRAILING)/.test(code))
    return new OutsideRefused('broken', `${host} answered with a body that cannot be decompressed.`);
  if (/^HPE_/.test(code)) return new OutsideRefused('broken', `${host} does not answer in proper HTTP.`);
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|ISSUER/.test(code))
    return new OutsideRefused('broken', `${host} has no valid certificate.`);
  throw error;
}

/** Errors of the connection come as several classes, of which some are no Error. */
function textOf(error: unknown, key: 'name' | 'code'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;

  return typeof value === 'string' ? value : '';
}

/** The refusal that an HTTP status stands for; null for one that brings a body (2xx). */
export function refusalOfStatus(status: number, host: string, retryAfter: string | null): OutsideRefused | null {
  if (status >= 200 && status < 300) return null;
  const seconds = retryAfterSeconds(retryAfter);
  if (status === 401 || status === 403 || status === 407)
    return new OutsideRefused('password', `${host} asks for a password or refuses our server (${status}).`);
  if (status === 404) return new OutsideRefused('not-found', `${host} has nothing at this address (404).`);
  if (status === 410) return new OutsideRefused('gone', `${host} says that this address is gone for good (410).`);
  if (status === 429) return new OutsideRefused('down', `${host} asks us to come back later (429).`, seconds);
  if (status >= 500) return new OutsideRefused('down', `${host} is out of order at the moment (${status}).`, seconds);

  return new OutsideRefused('broken', `${host} answered with the unexpected status ${status}.`);
}

function retryAfterSeconds(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim());
  const at = Date.parse(value);

  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

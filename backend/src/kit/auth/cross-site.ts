import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isUnsafe = (request: Request): boolean => !SAFE_METHODS.has(request.method);

/**
 * Why a call with effects may come from another site, as a sentence for its sender; null when it does not.
 * A request without cookies and browser headers does not come from a browser, so it cannot abuse anybody's session.
 */
export function crossSiteRefusal(request: Request, anyContentType: boolean): string | null {
  if (!isFromHere(request))
    return request.get('sec-fetch-site') === 'same-origin'
      ? 'This call went to a different host than the page that sent it. If the server is behind a proxy, set TRUST_PROXY.'
      : 'This call came from another site, or has no Origin header.';
  // HTML forms on other sites can send any content type but JSON.
  if (isUnsafe(request) && !anyContentType && !isJsonOrEmpty(request)) return 'Send the body as application/json.';

  return null;
}

function isFromHere(request: Request): boolean {
  // Browsers omit Sec-Fetch-Site on plain http, and old versions never send it.
  const site = request.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const source = request.get('origin') ?? (site === undefined ? request.get('referer') : undefined);
  if (source === undefined) return site !== undefined || request.get('cookie') === undefined;

  return isSameHost(source, request.host);
}

function isSameHost(source: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(source)) return false;
  const { protocol, host: sourceHost } = new URL(source);
  // Also parsed, because the parser drops the default port of the scheme.
  const own = `${protocol}//${host}`;

  return sourceHost !== '' && URL.canParse(own) && new URL(own).host === sourceHost;
}

function isJsonOrEmpty(request: Request): boolean {
  const type = request.get('content-type');
  if (type !== undefined) return type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

  return request.get('transfer-encoding') === undefined && Number(request.get('content-length') ?? 0) === 0;
}

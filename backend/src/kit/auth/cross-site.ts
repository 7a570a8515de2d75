import type { Request } from 'express';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isUnsafe = (request: Request): boolean => !SAFE_METHODS.has(request.method);

/**
 * Why a call with effects may be the work of another site, as a sentence for its sender; null when it is not.
 * A request without cookies and without the headers that browsers send is no browser's: nobody's rights are in it.
 */
export function crossSiteRefusal(request: Request, anyContentType: boolean): string | null {
  if (!isFromHere(request))
    return request.get('sec-fetch-site') === 'same-origin'
      ? 'This call came to another host than the page that sent it. Where a proxy stands before the server, set TRUST_PROXY.'
      : 'This call came from another site, or does not say from where (Origin).';
  // Forms of other sites can send everything but JSON.
  if (isUnsafe(request) && !anyContentType && !isJsonOrEmpty(request)) return 'Send the body as application/json.';

  return null;
}

function isFromHere(request: Request): boolean {
  // Browsers leave Sec-Fetch-Site out on plain http, and in old versions.
  const site = request.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const source = request.get('origin') ?? (site === undefined ? request.get('referer') : undefined);
  if (source === undefined) return site !== undefined || request.get('cookie') === undefined;

  return isSameHost(source, request.host);
}

function isSameHost(source: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(source)) return false;
  const { protocol, host: sourceHost } = new URL(source);
  // Through the parser as well: it drops a port that is the default of the scheme.
  const own = `${protocol}//${host}`;

  return sourceHost !== '' && URL.canParse(own) && new URL(own).host === sourceHost;
}

function isJsonOrEmpty(request: Request): boolean {
  const type = request.get('content-type');
  if (type !== undefined) return type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

  return request.get('transfer-encoding') === undefined && Number(request.get('content-length') ?? 0) === 0;
}

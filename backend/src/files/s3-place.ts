/** Where files are kept in an S3-compatible store. */
export interface S3Place {
  readonly bucket: string;
  /** Ends with a slash, unless it is empty. */
  readonly prefix: string;
  /** Null: Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** What is wrong with `s3://bucket/prefix?endpoint=https://…&region=…`, for the operator; null: nothing. */
export function s3ProblemOf(filesUrl: string): string | null {
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?=[/?]|$)/.test(filesUrl) || !URL.canParse(filesUrl))
    return 'must look like s3://bucket/prefix?endpoint=https://…&region=…';
  const { searchParams } = new URL(filesUrl);
  const { endpoint, region } = s3PlaceOf(filesUrl);
  if ([...searchParams.keys()].some((key) => key !== 'endpoint' && key !== 'region'))
    return 'may have no other settings than endpoint and region';
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:\/\/[^/]/.test(endpoint)))
    return 'needs an endpoint that begins with https:// or http://';

  return /^[a-z0-9-]{1,40}$/.test(region) ? null : 'needs a region such as eu-central-1';
}

/** Reads an address in which `s3ProblemOf` finds no problem. */
export function s3PlaceOf(filesUrl: string): S3Place {
  const { hostname, pathname, searchParams } = new URL(filesUrl);
  const folder = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');

  return {
    bucket: hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint: searchParams.get('endpoint'),
    region: searchParams.get('region') ?? 'us-east-1',
  };
}

import { createHash } from 'node:crypto';
import { answer, type StubAnswer, type StubRequest } from './stub-answer.ts';

export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'AKIASTUBSTUBSTUB', AWS_SECRET_ACCESS_KEY: 'stub-secret-of-the-store' };

/** By bucket and key: `/s3/bucket/key`. */
export type S3Objects = Map<string, { content: Buffer; readonly type: string }>;

const failure = (status: number, code: string, message: string): StubAnswer =>
  answer(
    status,
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );

/** One bucket, `stub-bucket`, addressed by path. The signature is not computed again, only its key. */
export function s3({ method, path, headers, bytes }: StubRequest, objects: S3Objects): StubAnswer {
  const key = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1];
  if (key !== S3_KEYS.AWS_ACCESS_KEY_ID)
    return failure(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  if (path !== '/s3/stub-bucket' && !path.startsWith('/s3/stub-bucket/'))
    return failure(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (path === '/s3/stub-bucket' || path === '/s3/stub-bucket/') return answer(200, 'application/xml', '');
  const object = objects.get(path);
  if (method === 'PUT') {
    const content = withoutChunks(bytes, headers['content-encoding'] ?? '');
    objects.set(path, { content, type: headers['content-type'] ?? 'application/octet-stream' });
    return answer(200, 'application/xml', '', { etag: etagOf(content) });
  }
  if (!object) return failure(404, 'NoSuchKey', 'The specified key does not exist.');
  const { content, type } = object;
  const facts = { etag: etagOf(content), 'content-length': String(content.length) };

  return answer(200, type, method === 'HEAD' ? '' : content, facts);
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

/** The client may send a stream in chunks, each after its length, with check sums at the end. */
function withoutChunks(bytes: Buffer, encoding: string): Buffer {
  if (!encoding.includes('aws-chunked')) return bytes;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(length > 0)) break;
    pieces.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }

  return Buffer.concat(pieces);
}

import { ApiHeader, type ApiResponseSchemaHost } from '@nestjs/swagger';

type SchemaObject = ApiResponseSchemaHost['schema'];

/** The body of a call that takes a file, either raw or as the first file of a multipart form. */
export const ANY_FILE = { type: 'string', format: 'binary' } as const;

export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The ETag of the version that was loaded. Default: the current version.',
  });

/** The answer of every refused call (RFC 9457). */
export const PROBLEM: SchemaObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'One sentence that a person can act on.' },
    code: { type: 'string' },
  },
};

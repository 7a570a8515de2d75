import { ApiHeader, type ApiResponseSchemaHost } from '@nestjs/swagger';

type SchemaObject = ApiResponseSchemaHost['schema'];

/** Body of a call that takes a file as it is, or as the first one of a form. */
export const ANY_FILE = { type: 'string', format: 'binary' } as const;

export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The ETag of what was loaded; left out: the current version.',
  });

/** What every refused call answers: RFC 9457. */
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

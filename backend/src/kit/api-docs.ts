import {
  ApiHeader,
  DocumentBuilder,
  SwaggerModule,
  type ApiResponseSchemaHost,
  type OpenAPIObject,
} from '@nestjs/swagger';
import type { INestApplication } from '@nestjs/common';
import { aboutParameter } from './api-parameters.ts';

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
const PROBLEM: SchemaObject = {
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

/** Extension of an operation: the roles that may call it; none: everybody. */
export const ROLES_IN_DOCS = 'x-roles';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SESSION = 'session';

const ABOUT = `
Mentions of anything across podcasts.

- **Signing in**: \`POST /api/auth/login\` sets a cookie. A browser's writes must come from the site itself; a program sends the cookie
  and \`Origin\` of the site.
- **Refusals** are \`application/problem+json\` (RFC 9457): \`detail\` is a sentence for people, \`code\` is for programs. A call that may be
  repeated later says when in \`Retry-After\`.
- **Pages**: an answer with \`next\` goes on with \`after=<next>\`, a history with \`before=<next>\`; null is the end.
- **The past**: \`asOf\` takes a time, the position of an event in the log or its id.
- **Writes** answer when every page shows them; where that takes long, the header \`X-Projection-Lag\` says so.
`;

/** What the groups of calls are about, in the order of the page. */
const GROUPS: readonly (readonly [name: string, description: string])[] = [
  ['reading', 'Podcasts and episodes, now or in the past'],
  ['episodes', 'Lists of episodes, and the editors of one'],
  ['search', 'Everything that was said, and the index of entities'],
  ['entities', 'Entities, why their numbers are what they are, merging and splitting'],
  ['assistant', 'Questions, answered from the transcripts'],
  ['export', 'Mentions and transcripts as files'],
  ['history', 'What happened, and undoing it'],
  ['live feed', 'What happens now'],
  ['series', 'Directories, adding, following and removing podcasts'],
  ['transcripts', 'Transcripts from files, and corrections that a new one takes over'],
  ['pipeline', 'From an episode to a transcript with mentions'],
  ['transcript search', 'Transcripts in the index of the assistant'],
  ['vocabulary', 'Categories and patterns: what is looked for'],
  ['discovery', 'Proposed entities, and decisions about them'],
  ['recounts', 'What other patterns would make of the numbers'],
  ['integrations', 'Services outside'],
  ['accounts', 'Signing in and out'],
  ['operations', 'Health, figures and projections'],
];

/** The page /api/docs and the document /api/openapi.json, both made from the schemas of the contracts. */
export function serveApiDocs(app: INestApplication): void {
  const facts = new DocumentBuilder()
    .setTitle('Earmark')
    .setDescription(ABOUT.trim())
    .setVersion('0.1.0')
    .addCookieAuth('earmark.sid', undefined, SESSION)
    .addGlobalResponse({
      status: 'default',
      description: 'Why it was refused',
      content: { 'application/problem+json': { schema: PROBLEM } },
    });
  for (const [name, description] of GROUPS) facts.addTag(name, description);
  const options = { jsonDocumentUrl: 'api/openapi.json', customSiteTitle: 'Earmark API' };
  SwaggerModule.setup('api/docs', app, () => completed(SwaggerModule.createDocument(app, facts.build())), options);
}

/**
 * Says of each call who may make it, and what its parameters are. By default, as in AuthGuard, writes and all calls
 * below /api/admin are for admins.
 */
function completed(document: OpenAPIObject): OpenAPIObject {
  for (const [path, calls] of Object.entries(document.paths))
    for (const method of METHODS) {
      const call = calls[method] as (typeof calls.get & { [ROLES_IN_DOCS]?: readonly string[] }) | undefined;
      if (call === undefined) continue;
      for (const parameter of call.parameters ?? [])
        if ('name' in parameter) parameter.description ??= aboutParameter(path, parameter.name);
      const isClosed = method !== 'get' || path.startsWith('/api/admin/');
      const roles = (call[ROLES_IN_DOCS] ??= isClosed ? ['admin'] : []);
      call.security = roles.length === 0 ? [] : [{ [SESSION]: [] }];
      call.description = [call.description, audience(roles)].filter(Boolean).join('\n\n');
    }

  return document;
}

function audience(roles: readonly string[]): string | null {
  if (roles.length === 0) return null;
  if (roles.includes('reader')) return 'For everybody who is signed in.';

  return roles.includes('analyst') ? 'For analysts and admins.' : 'For admins.';
}

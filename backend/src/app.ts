import 'reflect-metadata';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { sessionMiddleware } from './accounts/sessions.ts';
import { AppModule } from './app.module.ts';
import type { Core } from './core.module.ts';
import { serveApiDocs } from './kit/api-docs.ts';
import { rememberCall } from './kit/call.ts';
import { mostConnections } from './kit/open-files.ts';
import { nameCall } from './kit/logger.ts';
import { inPlainWords } from './kit/validation-detail.ts';
import { SAMPLE_LIBRARY } from './library/sample-library.folder.ts';
import { serveSite } from './site/serve-site.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE = join(ROOT, 'frontend/dist');
const A_DAY_SECONDS = 86_400;

z.config({ customError: inPlainWords });

/** Whole schemes are allowed because covers and audio come from any host, and enclosures redirect through trackers. */
const CONTENT_SECURITY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
    mediaSrc: ["'self'", 'blob:', 'https:', 'http:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** `site`: the folder of the built front end. */
export async function createApp(core: Core, site = SITE): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(core), {
    abortOnError: false,
    // The guard reads bodies, once it has checked the caller.
    bodyParser: false,
    forceCloseConnections: true,
    logger: core.logger,
  });
  // Beyond that, new ones are closed at once instead of leaving no file to open.
  app.getHttpServer().maxConnections = mostConnections();
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', core.config.TRUST_PROXY);
  app.disable('x-powered-by');
  app.use(
    helmet({
      contentSecurityPolicy: CONTENT_SECURITY,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      // Covers and audio from other hosts have no CORP header.
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: false,
    }),
  );
  // The live feed sends single lines, which must not wait in a compression buffer.
  app.use(compression({ filter: (request, response) => !isStream(response) && compression.filter(request, response) }));
  app.use(onlyHttps);
  app.use('/api', nameCall);
  app.use('/api/admin', keepPrivate);
  app.use('/api', answerWhole);
  app.use('/api', await sessionMiddleware(core.pool, { secure: 'auto' }));
  // After the sessions, whose callbacks may run within another call.
  app.use('/api', rememberCall);
  app.useGlobalPipes(new StandardSchemaValidationPipe({ errorHttpStatusCode: 400 }));
  serveApiDocs(app);
  for (const kind of ['covers', 'audio'])
    app.useStaticAssets(join(SAMPLE_LIBRARY, kind), {
      prefix: `/sample-library/${kind}`,
      maxAge: A_DAY_SECONDS * 1000,
    });
  serveSite(app, core.pool, site, `/ask-${core.config.ASSISTANT_SLUG}`);

  return app;
}

/** Nothing answers 304: an ETag only serves as the base of an If-Match. */
function answerWhole({ headers }: Request, _response: Response, next: NextFunction): void {
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  next();
}

/** Browsers that came by https, directly or through a trusted proxy, come back by https only. */
function onlyHttps(request: Request, response: Response, next: NextFunction): void {
  if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${365 * A_DAY_SECONDS}`);
  next();
}

/** Nothing that only some may see stays in a cache. */
function keepPrivate(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

const isStream = (response: Response): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

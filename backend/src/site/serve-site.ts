import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import sirv from 'sirv';
import { sendsSession } from '../kit/auth/signed-in.ts';
import { rememberCall } from '../kit/call.ts';
import { messageOf } from '../kit/process/pause.ts';
import { forCaller } from '../kit/snapshot.ts';
import { firstLoadOf } from './first-load.ts';
import { withHead, type PageHead } from './page-head.ts';
import { assistantHead, findPageHead, siteHead } from './page-heads.ts';
import { sitemap, sitemapIndex } from './sitemap.ts';

const A_DAY_SECONDS = 86_400;
const NO_PAGES = /^\/(api|health|metrics|assets|sample-library)(\/|$)/i;

/**
 * Serves the built front end: its files, and for each page index.html with the page's own title, picture and description. `site`
 * is the folder of the build; nothing is served while it does not exist. `assistantPath`: of the assistant's page.
 */
export function serveSite(app: NestExpressApplication, pool: Pool, site: string, assistantPath: string): void {
  if (!existsSync(site)) return;
  const html = readFileSync(join(site, 'index.html'), 'utf8').replace(
    /(<meta\s+name="assistant-path"\s+content="|<a\s+href="(?=\/ask-earmark"))[^"]*/g,
    (_, start: string) => start + assistantPath,
  );
  const firstLoad = firstLoadOf(site, html);
  const allowed = ["script-src 'self'", ...inlineScripts(html).map(hashOf)].join(' ');
  // The build has compressed them; see vite.config.ts.
  app.use(
    '/assets',
    sirv(join(site, 'assets'), { brotli: true, gzip: true, immutable: true, maxAge: 365 * A_DAY_SECONDS }),
  );
  const files = express.static(site, { index: false });
  // A call would look for a file first.
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (NO_PAGES.test(request.path)) next();
    else files(request, response, next);
  });
  app.use(rememberCall);
  app.use('/robots.txt', (request: Request, response: Response) => {
    response
      .type('text/plain')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /admin/\nSitemap: ${originOf(request)}/sitemap.xml\n`);
  });
  app.use('/sitemap.xml', async (request: Request, response: Response) => {
    response.type('application/xml').send(await forCaller(pool, async (db) => sitemapIndex(db, originOf(request))));
  });
  app.use('/sitemap/:name.xml', async (request: Request, response: Response, next: NextFunction) => {
    const { name } = request.params;
    const found = await forCaller(pool, async (db) => sitemap(db, String(name), originOf(request)));
    if (found === null) next();
    else response.type('application/xml').send(found);
  });
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && request.accepts(['html', 'json']) === 'html' && !NO_PAGES.test(request.path);
    if (!isPage) return next();
    const head = await headOf(pool, request, assistantPath);
    const policy = String(response.getHeader('Content-Security-Policy'));
    response.setHeader('Content-Security-Policy', policy.replace("script-src 'self'", allowed));
    response.setHeader('Cache-Control', 'no-cache');
    // For a page with this header, browsers start another process once its first byte is there, which on a slow phone is
    // a fifth of the time to the first paint. Only those who are signed in have something to protect.
    if (!sendsSession(request)) response.removeHeader('Cross-Origin-Opener-Policy');
    response.vary('Cookie');
    // The front end says in words that there is no such page.
    response.status(head === null ? 404 : 200).type('html');
    const { pathname, searchParams } = addressOf(request);
    const links = head === null ? [] : firstLoad(pathname, searchParams);
    response.send(withHead(html, head ?? siteHead('/'), originOf(request), links));
  });
}

/** The scripts that the build has written into the page itself. */
const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script!);

/** As a source in the policy of the page. */
const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const addressOf = (request: Request): URL => new URL(request.originalUrl, 'http://site');

const logger = new Logger('Site');

/** Null: there is no such page. While the database does not answer, the page comes without its own head. */
async function headOf(pool: Pool, request: Request, assistantPath: string): Promise<PageHead | null> {
  const { pathname, searchParams } = addressOf(request);
  if (pathname === assistantPath) return assistantHead(assistantPath);
  // What somebody asked is told to nobody's search engine or preview.
  if (pathname.startsWith(`${assistantPath}/answers/`)) return siteHead(pathname);
  try {
    return await forCaller(pool, async (db) => findPageHead(db, pathname, searchParams));
  } catch (error) {
    logger.warn(`${pathname}: the page is sent without its own title: ${messageOf(error)}`);

    return siteHead(pathname);
  }
}

/** As the caller addresses the server. A host that is none is not repeated. */
function originOf(request: Request): string {
  const origin = `${request.protocol}://${request.get('host') ?? ''}`;

  return URL.canParse(origin) ? new URL(origin).origin : 'http://localhost';
}

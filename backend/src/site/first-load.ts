import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { escaped } from './page-head.ts';

/** Pages with a script of their own, by the module in frontend/src/pages; `:` is any part. A spec compares them with the routes. */
export const PAGE_SCRIPTS: Readonly<Record<string, string>> = {
  '/search': 'search-page',
  '/advanced-search': 'advanced-search-page',
  '/episodes': 'episodes-page',
  '/podcast/:': 'podcast-by-uuid-page',
  '/podcasts/:': 'podcast-page',
  '/podcasts/:/:': 'episode-page',
  '/entities': 'entities-page',
  '/entities/:': 'entity-page',
  '/preferences': 'preferences-page',
  '/help': 'help-page',
  '/sign-in': 'sign-in-page',
};

/** Of Vite, by source; https://vite.dev/guide/backend-integration */
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof Manifest>;

/** Links with which the browser asks at once for what a page loads first, instead of finding out script by script. */
export type FirstLoad = (pathname: string, query: URLSearchParams) => string[];

/** `site`: the folder of the build; `html`: its index.html. */
export function firstLoadOf(site: string, html: string): FirstLoad {
  const path = join(site, '.vite/manifest.json');
  const manifest = existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  const scripts = new Map(Object.entries(PAGE_SCRIPTS).map(([page, name]) => [page, linksOf(manifest, name, html)]));

  return (pathname, query) => {
    const parts = pathname.split('/').filter((part) => part !== '');

    return [...callsOf(parts, query), ...(scripts.get(patternOf(parts)) ?? [])];
  };
}

const patternOf = ([first, ...rest]: readonly string[]): string => `/${[first, ...rest.map(() => ':')].join('/')}`;

/** The page's scripts and styles that index.html does not name itself. */
function linksOf(manifest: Manifest, page: string, html: string): string[] {
  const chunks = chunksOf(manifest, `src/pages/${page}.tsx`).map((key) => manifest[key]!);

  return chunks.flatMap(({ file, css }) => {
    if (html.includes(`"/${file}"`)) return [];

    return [
      ...css.map((style) => `<link rel="preload" as="style" href="/${style}" crossorigin />`),
      `<link rel="modulepreload" href="/${file}" crossorigin />`,
    ];
  });
}

/** The chunk and all that it imports. */
function chunksOf(manifest: Manifest, start: string): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(key)) return;
    found.add(key);
    chunk.imports.forEach(visit);
  };
  visit(start);

  return [...found];
}

/** The page's first calls, to the letter as the page makes them. */
function callsOf([first, ...rest]: readonly string[], query: URLSearchParams): string[] {
  const call = (path: string, media?: string): string =>
    `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escaped(path)}"${media === undefined ? '' : ` media="${media}"`} />`;
  const dashboard = ['/api/dashboard/podcast-series', '/api/dashboard/recent-episodes'];
  const own =
    first === undefined
      ? dashboard
      : first === 'podcasts' && (rest.length === 1 || (rest.length === 2 && !query.has('asOf')))
        ? [`/api/${[first, ...rest].join('/')}`]
        : [];

  // Of the account all pages ask; the list of podcasts is beside the page on wide screens only.
  return [call('/api/auth/me'), ...own.map((path) => call(path)), call('/api/podcasts/recent', '(min-width: 768px)')];
}

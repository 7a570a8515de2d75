import {
  countSitemapPages,
  listSitemapPages,
  SITEMAP_KINDS,
  type Db,
  type SitemapKind,
} from '@earmark/projections/queries';
import { escaped, pathOf } from './page-head.ts';

/** https://www.sitemaps.org/protocol.html: at most 50,000 addresses in a file. */
const ADDRESSES = 50_000;

/** The list of the lists of all pages. */
export async function sitemapIndex(db: Db, origin: string): Promise<string> {
  const files: string[] = [];
  for (const kind of SITEMAP_KINDS) {
    const pages = Math.ceil((await countSitemapPages(db, kind)) / ADDRESSES);
    for (let page = 1; page <= pages; page++) files.push(`/sitemap/${kind}-${page}.xml`);
  }
  const entries = files.map((path) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>`);

  return document('sitemapindex', entries);
}

/** One list of pages; null: there is no such list. `name`: such as `episodes-2`. */
export async function sitemap(db: Db, name: string, origin: string): Promise<string | null> {
  const [, kind, page] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(name) ?? [];
  if (!isKind(kind)) return null;
  const pages = await listSitemapPages(db, kind, ADDRESSES, (Number(page) - 1) * ADDRESSES);
  if (pages.length === 0) return null;

  return document(
    'urlset',
    pages.map(({ slugs, changedAt }) => {
      const address = escaped(origin + pathOf(kind === 'entities' ? 'entities' : 'podcasts', ...slugs));
      const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>`;

      return `<url><loc>${address}</loc>${changed}</url>`;
    }),
  );
}

const isKind = (kind: string | undefined): kind is SitemapKind => SITEMAP_KINDS.some((one) => one === kind);

const document = (root: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

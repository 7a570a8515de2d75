import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import { systemContext } from '../kit/system-context.ts';
import { startApp, type RunningApp } from '../testing/running-app.ts';
import { PAGE_SCRIPTS } from './first-load.ts';
import { PLAIN_PAGES } from './page-heads.ts';

const SERIES = SeriesUuid.parse('00000000-0000-4000-8000-000000000001');
const EPISODE = EpisodeUuid.parse('00000000-0000-4000-8000-000000000002');
const HTML = `<!doctype html><html><head><title>Earmark</title>
<script>document.title = 'Dark';</script><meta name="description" content="Any page" /><meta name="assistant-path" content="/ask-earmark" /><script type="module" src="/assets/frame.js"></script></head><body><div id="root"><a
href="/ask-earmark">Ask</a><!--first-words--></div></body></html>`;
/** As Vite writes it: a page loads a chunk that others load too, and both that of index.html. */
const MANIFEST = {
  '_frame.js': { file: 'assets/frame.js', css: ['assets/frame.css'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_frame.js'], css: ['assets/shared.css'] },
  'src/pages/episode-page.tsx': { file: 'assets/episode.js', imports: ['_frame.js', '_shared.js'] },
};
const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>Welcome to Oslo.

00:00:04.000 --> 00:00:09.000
<v Ann>The "ferry" & the <fjord>.
`;

let app: RunningApp;
let site: string;
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'earmark-site-'));
  await writeFile(join(site, 'index.html'), HTML);
  await mkdir(join(site, 'assets'));
  await mkdir(join(site, '.vite'));
  await writeFile(join(site, '.vite/manifest.json'), JSON.stringify(MANIFEST));
  app = await startApp({ ASSISTANT_SLUG: 'harbour' }, site);
  const admin = await app.signIn('admin');
  const { series } = app.services;
  await series.putSeries(
    {
      seriesUuid: SERIES,
      feedUrl: null,
      itunesId: null,
      facts: {
        ...seriesFacts('Ships & $& "Tides"'),
        host: 'Ann',
        description: '<p>About <b>water</b>.</p>',
        imageUrl: '/covers/ships.png',
      },
    },
    systemContext('spec'),
  );
  await series.putEpisode(
    {
      episodeUuid: EPISODE,
      seriesUuid: SERIES,
      guid: null,
      facts: {
        title: 'The </script> ferry',
        description: '<p>Across.</p>',
        audioUrl: 'https://ships.example/1.mp3',
        imageUrl: 'not an address:',
        publishedAt: '2026-01-02T00:00:00.000Z',
        durationSeconds: 90,
        link: null,
        transcripts: [],
      },
    },
    systemContext('spec'),
  );
  const types = (await admin('GET', '/api/admin/entity-types')).body as { id: string }[];
  const pattern = { name: 'Oslo', entityTypeId: types[0]!.id, url: null, caseSensitive: false, wholeWord: true };
  await admin('POST', '/api/admin/entity-patterns', pattern);
  // Its transcript is matched against the patterns of now.
  await admin('POST', `/api/admin/episodes/${EPISODE}/transcript-file`, Buffer.from(VTT));
});
afterAll(async () => {
  await app.stop();
  await rm(site, { recursive: true });
});

const page = async (path: string, method = 'GET') => {
  const { status, body } = await app.visitor(method, path, undefined, { accept: 'text/html' });

  return { status, html: String(body) };
};
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null;
const linksOf = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]*)"`, 'g'))].map(([, href]) => href!);
const paragraphsOf = (html: string) =>
  [...html.matchAll(/<p class="reading">(.*?)<\/p>/g)].map(([, text]) => text!.replaceAll('&quot;', '"'));
const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('before any script has loaded', () => {
  it('an episode can be read, from the moment of the link', async () => {
    const path = '/podcasts/ShipsTides/the-script-ferry';
    const { html } = await page(path);
    expect(html).toContain('<h1>The &lt;/script&gt; ferry</h1>');
    expect(paragraphsOf(html)).toEqual(['Welcome to Oslo.', 'The "ferry" &amp; the &lt;fjord&gt;.']);
    expect(paragraphsOf((await page(`${path}?t=5`)).html)).toEqual(['The "ferry" &amp; the &lt;fjord&gt;.']);
    expect(paragraphsOf((await page(`${path}?search=fjord`)).html)).toEqual([]);
    expect((await page('/nothing')).html).not.toContain('first-words');
  });

  it('the one script that the build wrote into the page may run, and only that', async () => {
    const { headers } = await app.visitor('GET', '/', undefined, { accept: 'text/html' });
    // Of "document.title = 'Dark';".
    const hash = 'Zfl+EdBiccuxbpDNxySmBNp0illvlbH5WKVAw9AxiUg=';
    expect(headers.get('content-security-policy')).toContain(`;script-src 'self' 'sha256-${hash}';script-src-attr`);
    const call = await app.visitor('GET', '/api/auth/me');
    expect(call.headers.get('content-security-policy')).toContain(";script-src 'self';script-src-attr");
  });

  it('a window of somebody who is signed in belongs to no other site; a visitor does not wait for that', async () => {
    const admin = await app.signIn('admin');
    const policyOf = async (caller: typeof app.visitor, path: string, accept: string) => {
      const { headers } = await caller('GET', path, undefined, { accept });

      return [headers.get('cross-origin-opener-policy'), headers.get('vary')];
    };
    expect(await policyOf(app.visitor, '/', 'text/html')).toEqual([null, 'Cookie, Accept-Encoding']);
    expect(await policyOf(admin, '/', 'text/html')).toEqual(['same-origin', 'Cookie, Accept-Encoding']);
    expect((await policyOf(app.visitor, '/api/auth/me', 'application/json'))[0]).toBe('same-origin');
  });

  it('the browser is told what the page will ask for', async () => {
    const { html } = await page('/podcasts/ShipsTides/the-script-ferry?t=5');
    expect(linksOf(html, 'modulepreload')).toEqual(['/assets/episode.js', '/assets/shared.js']);
    expect(linksOf(html, 'preload')).toEqual([
      '/api/auth/me',
      '/api/podcasts/ShipsTides/the-script-ferry',
      '/api/podcasts/recent',
      '/assets/shared.css',
    ]);
    expect(linksOf((await page('/')).html, 'preload')).toEqual([
      '/api/auth/me',
      '/api/dashboard/podcast-series',
      '/api/dashboard/recent-episodes',
      '/api/podcasts/recent',
    ]);
    const past = await page('/podcasts/ShipsTides/the-script-ferry?asOf=1');
    expect(linksOf(past.html, 'preload')).not.toContain('/api/podcasts/ShipsTides/the-script-ferry');
    expect(linksOf((await page('/nothing')).html, 'preload')).toEqual([]);
  });

  it('calls that are named in advance exist', async () => {
    const pages = ['/', '/podcasts/ShipsTides', '/podcasts/ShipsTides/the-script-ferry'];
    for (const path of pages)
      for (const call of linksOf((await page(path)).html, 'preload').filter((link) => link.startsWith('/api/')))
        expect({ call, status: (await app.visitor('GET', call)).status }).toEqual({ call, status: 200 });
  });
});

describe('the page of', () => {
  it('a podcast names itself to search engines and previews of links', async () => {
    const { status, html } = await page(`/podcasts/${SERIES}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Ships &amp; $&amp; &quot;Tides&quot; · Earmark</title>');
    expect(metaOf(html, 'description')).toBe('About water.');
    expect(metaOf(html, 'og:title')).toBe('Ships &amp; $&amp; &quot;Tides&quot;');
    expect(metaOf(html, 'og:image')).toBe(`${app.url}/covers/ships.png`);
    expect(metaOf(html, 'og:url')).toBe(`${app.url}/podcasts/ShipsTides`);
    expect(dataOf(html)).toMatchObject({ '@type': 'PodcastSeries', author: { name: 'Ann' } });
    expect(html).toContain('<h1>Ships &amp; $&amp; &quot;Tides&quot;</h1>');
  });

  it('an episode says what it is about, or what is said at the moment of the link', async () => {
    const path = '/podcasts/ShipsTides/the-script-ferry';
    const { html } = await page(path);
    expect(metaOf(html, 'og:description')).toBe('Across.');
    expect(metaOf(html, 'og:image')).toBeNull();
    expect(dataOf(html)).toMatchObject({
      '@type': 'PodcastEpisode',
      name: 'The </script> ferry',
      datePublished: '2026-01-02',
      timeRequired: 'PT90S',
    });
    expect(metaOf((await page(`${path}?t=5`)).html, 'og:description')).toBe(
      '00:00:05 “The &quot;ferry&quot; &amp; the &lt;fjord&gt;.”',
    );
    expect(metaOf((await page(`${path}?t=soon`)).html, 'og:description')).toBe('Across.');
  });

  it('an entity says how often it is mentioned', async () => {
    expect(metaOf((await page('/entities/oslo')).html, 'og:description')).toMatch(
      /^\d mentions? of Oslo in \d episodes?/,
    );
  });

  it('anything else is the site itself', async () => {
    expect(metaOf((await page('/help/')).html, 'og:title')).toBe('Earmark');
    expect(dataOf((await page('/')).html)).toMatchObject({ '@type': 'WebSite' });
  });
});

it('answers 404 with the page for what is not there', async () => {
  for (const path of [
    '/nothing',
    '/podcasts/nobody',
    '/podcasts/ShipsTides/none',
    '/entities/none',
    '/podcasts/%E0%A4%A',
  ])
    expect(await page(path)).toMatchObject({ status: 404, html: expect.stringContaining('<div id="root">') });
});

it('answers HEAD', async () => {
  expect(await page('/podcasts/ShipsTides', 'HEAD')).toEqual({ status: 200, html: '' });
  expect(await page('/nothing', 'HEAD')).toMatchObject({ status: 404 });
});

it('lists its pages for search engines', async () => {
  expect((await page('/robots.txt')).html).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  const { html } = await page('/sitemap.xml');
  expect(html).toContain(`<loc>${app.url}/sitemap/episodes-1.xml</loc>`);
  expect((await page('/sitemap/podcasts-1.xml')).html).toContain(`<loc>${app.url}/podcasts/ShipsTides</loc>`);
  const address = `<loc>${app.url}/podcasts/ShipsTides/the-script-ferry</loc><lastmod>2026-01-02</lastmod>`;
  expect((await page('/sitemap/episodes-1.xml')).html).toContain(address);
  for (const name of ['episodes-2', 'episodes-0', 'people-1'])
    expect((await page(`/sitemap/${name}.xml`)).status).toBe(404);
});

it('has the assistant at the path of the setting, and tells nothing of its answers', async () => {
  const { status, html } = await page('/ask-harbour?podcastId=x');
  expect(status).toBe(200);
  expect(html).toContain('<title>Ask Earmark · Earmark</title>');
  expect(html).toContain('<meta name="assistant-path" content="/ask-harbour" />');
  expect(html).toMatch(/<a\s+href="\/ask-harbour">/);
  expect(await page('/ask-earmark')).toMatchObject({ status: 404 });
  const answer = await page('/ask-harbour/answers/0f0e0d');
  expect(answer.status).toBe(200);
  expect(answer.html).toContain('<title>Earmark</title>');
});

it('knows every route of the front end', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../../frontend/src/app/routes.tsx'), 'utf8');
  const shipped = routes.slice(0, routes.indexOf('import.meta.env.DEV'));
  const paths = [...shipped.matchAll(/path: '([^'*:]+)'/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !PLAIN_PAGES.has(path))).toEqual([]);
});

it('knows the script of every page for visitors', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../../frontend/src/app/routes.tsx'), 'utf8');
  const forVisitors = routes.slice(0, routes.indexOf("only('reader'"));
  const loaded = [...forVisitors.matchAll(/path: '([^']+)',\s+load: .*?import\('\.\.\/pages\/(.+?)\.tsx'\)/gs)];
  expect(loaded.length).toBeGreaterThan(5);
  const scripts = loaded.map(([, path, name]) => [path!.replace(/:\w+/g, ':'), name!]);
  expect(PAGE_SCRIPTS).toEqual(Object.fromEntries(scripts));
});

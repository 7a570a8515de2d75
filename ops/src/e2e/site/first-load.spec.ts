import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { readEpisode, rows, TEA } from '../episodes/episode.fixtures.ts';
import { expect, it } from '../kit/test.ts';
import { holdCalls, sampleSite } from '../kit/site.fixtures.ts';

const site = sampleSite();
const CALL = /\/api\/podcasts\/[^/]+\/[^/]+$/;
const KB = 1000;
/** Of the scripts and styles of the dashboard, packed as they are sent. */
const MOST_SCRIPT = 120 * KB;
const MOST_STYLE = 20 * KB;
const MOST_FILES = 4;
const MOST_FONTS = 60 * KB;

it('the dashboard loads few and small files, all from here', async () => {
  const page = await (await site.visitor()).newPage();
  const answers: Response[] = [];
  page.on('response', (answer) => answers.push(answer));
  await page.goto('/');
  await page.getByRole('list', { name: 'Recent episodes' }).waitFor();
  await page.getByRole('list', { name: 'Podcast series' }).waitFor();
  const own = new URL(site.product().url).origin;
  expect(answers.map((answer) => new URL(answer.url()).origin).filter((origin) => origin !== own)).toEqual([]);
  // Others come once the page has come to rest.
  const html = await (await fetch(site.product().url)).text();
  const scripts = ofType(answers, 'script').filter((answer) => html.includes(`"${new URL(answer.url()).pathname}"`));
  expect(scripts).not.toEqual([]);
  expect(scripts.length).toBeLessThanOrEqual(MOST_FILES);
  expect(await packed(scripts)).toBeLessThanOrEqual(MOST_SCRIPT);
  expect(await packed(ofType(answers, 'stylesheet'))).toBeLessThanOrEqual(MOST_STYLE);
  const fonts = await Promise.all(ofType(answers, 'font').map((answer) => answer.body()));
  expect(fonts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(MOST_FONTS);
});

it('what a page asks for first is asked for once, and named in its head', async () => {
  for (const path of ['/', TEA])
    await it.step(path, async () => {
      const page = await (await site.visitor()).newPage();
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && pathname !== '/api/events') calls.push(pathname);
      });
      await page.goto(path);
      await page.getByRole('list', { name: path === '/' ? 'Recent episodes' : 'Entities' }).waitFor();
      const named = await page
        .locator('link[rel=preload][as=fetch]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(named.length).toBeGreaterThan(2);
      expect(sorted(calls.filter((call) => named.includes(call)))).toEqual(sorted(named));
    });
});

it('the typeface of the page is preloaded, that of the transcript for those who chose it', async () => {
  const page = await site.open('/help');
  expect(await preloadedFonts(page)).toEqual([expect.stringMatching(/inter-latin/)]);
  await page.evaluate(() => localStorage.setItem('earmark-preferences', JSON.stringify({ textFace: 'serif' })));
  await page.reload();
  expect(await preloadedFonts(page)).toEqual([
    expect.stringMatching(/inter-latin/),
    expect.stringMatching(/source-serif-4-latin/),
  ]);
});

it('before any script of the site has come, there is a frame in the chosen theme, and an episode can be read', async () => {
  const context = await site.visitor({ colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto('/help');
  await page.evaluate(() => localStorage.setItem('earmark-theme', 'dark'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Advanced Search' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await page.goto(TEA, { waitUntil: 'domcontentloaded' });
  await page.locator('.first-words .reading').first().waitFor();
});

it('the words that can be read stay in sight until the page has what follows them', async () => {
  const page = await (await site.visitor()).newPage();
  const { podcast, episode } = await readEpisode(site);
  const letGo = await holdCalls(page, CALL);
  await page.goto(TEA);
  await page.getByRole('status').filter({ hasText: 'Loading episode' }).waitFor({ state: 'attached' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([episode.title]);
  await page.locator('.first-words .reading').first().waitFor();
  expect((await page.title()).startsWith(`${episode.title} · `)).toBe(true);
  letGo();
  await rows(page).first().waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([episode.title]);
  expect(await page.locator('.first-words').count()).toBe(0);
  await it.step('another page has its own placeholder', async () => {
    const letGoAgain = await holdCalls(page, /\/api\/podcasts\/[^/]+$/);
    await page.getByRole('link', { name: 'Back to Podcast' }).click();
    await page.getByRole('heading', { level: 1, name: 'Podcast' }).waitFor();
    letGoAgain();
    await page.getByRole('heading', { level: 1, name: podcast.name }).waitFor();
  });
  await it.step(
    'an address that leads to an entity has a placeholder; an episode that is loaded anew has its words',
    async () => {
      const letGoAgain = await holdCalls(page, CALL);
      await page.goto(`${TEA}?entity=Cork`);
      await page.getByRole('heading', { level: 1, name: 'Episode', exact: true }).waitFor();
      letGoAgain();
      await rows(page).first().waitFor();
      await page.getByRole('link', { name: 'Back to Podcast' }).click();
      await page.getByRole('list', { name: 'Episodes', exact: true }).getByText(episode.title).click();
      await rows(page).first().waitFor();
      const letGoLast = await holdCalls(page, CALL);
      await page.reload();
      await page.getByRole('status').filter({ hasText: 'Loading episode' }).waitFor({ state: 'attached' });
      await page.locator('.first-words .reading').first().waitFor();
      letGoLast();
      await rows(page).first().waitFor();
    },
  );
});

it('nothing that is shown moves when the page takes the place of the frame, and data that of the placeholders', async () => {
  for (const [path, look] of [
    ['/', {}],
    ['/', { width: 390, height: 844 }],
    [TEA, {}],
  ] as const)
    await it.step(`${path} at ${'width' in look ? look.width : 'full'} width`, async () => {
      const page = await site.open(path, look);
      await page.getByRole('list').nth(1).waitFor();
      expect(await shiftOf(page)).toBeLessThan(0.02);
    });
});

const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b));
const ofType = (answers: readonly Response[], type: string): Response[] =>
  answers.filter((answer) => answer.request().resourceType() === type);

async function packed(answers: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(answers.map((answer) => answer.body()));

  return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
}

const preloadedFonts = (page: Page): Promise<string[]> =>
  page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Cumulative layout shift so far: https://web.dev/articles/cls */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

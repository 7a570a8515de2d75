import { brotliCompressSync } from 'node:zlib';
import type { Browser, Locator, Page, Response } from 'playwright-core';

/** The sign of completion: an element that matches, or a highlight with that name. */
export type Sign = { readonly selector: string } | { readonly highlight: string };

/** Runs a task on the page of a new visitor and closes it afterwards. */
export async function asVisitor<Value>(browser: Browser, url: string, task: (page: Page) => Promise<Value>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', baseURL: url });
  try {
    return await task(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Bytes of all scripts of a first visit until the element appears: raw, packed by brotli, and whether they came packed. */
export async function scriptBytes(
  page: Page,
  path: string,
  shown: string,
): Promise<{ plain: number; packed: number; isCompressed: boolean }> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  const here = [...scripts];
  const isCompressed = here.every((script) => script.headers()['content-encoding'] !== undefined);
  const bodies = await Promise.all(here.map(async (script) => script.body()));
  const sum = (sizeOf: (body: Buffer) => number) => bodies.reduce((total, body) => total + sizeOf(body), 0);

  return { plain: sum(({ length }) => length), packed: sum((body) => brotliCompressSync(body).length), isCompressed };
}

/** ms from a click, and from the last API response, until the frame with the sign has been painted. */
export const clickUntilPainted = (target: Locator, sign: Sign): Promise<{ total: number; afterAnswer: number }> =>
  target.evaluate(
    (element, shown) =>
      new Promise<{ total: number; afterAnswer: number }>((resolve) => {
        const isShown = () =>
          'selector' in shown ? document.querySelector(shown.selector) !== null : CSS.highlights.has(shown.highlight);
        const start = performance.now();
        const answeredAt = () =>
          Math.max(
            start,
            ...performance
              .getEntriesByType('resource')
              .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch')
              .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
          );
        const look = () => {
          if (!isShown()) return void requestAnimationFrame(look);
          // The next frame starts after this one has been painted.
          requestAnimationFrame((now) => resolve({ total: now - start, afterAnswer: now - answeredAt() }));
        };
        (element as HTMLElement).click();
        requestAnimationFrame(look);
      }),
    sign,
  );

/** Scrolls to the last row of a box: frames until it is in view, and ms until that frame has been painted. */
export const jumpToEnd = (box: Locator, rows: string): Promise<{ frames: number; ms: number }> =>
  box.evaluate(
    (element, selector) =>
      new Promise<{ frames: number; ms: number }>((resolve) => {
        const last = [...element.querySelectorAll(selector)].at(-1)!;
        const isInView = () => {
          const isPage = element === document.documentElement;
          const outer = isPage ? { top: 0, bottom: window.innerHeight } : element.getBoundingClientRect();
          const inner = last.getBoundingClientRect();
          return inner.height > 0 && inner.top >= outer.top && inner.top < outer.bottom;
        };
        requestAnimationFrame((start) => {
          last.scrollIntoView({ block: 'nearest' });
          let frames = 0;
          const look = (now: number) => {
            frames += 1;
            if (isInView()) return resolve({ frames, ms: now - start });
            last.scrollIntoView({ block: 'nearest' });
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
      }),
    rows,
  );

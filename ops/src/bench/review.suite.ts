import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { launchBrowser } from '../e2e/kit/browser.ts';
import { percentile, shown } from '../suites/statistics.ts';
import type { Bench, Result, SuiteOutcome } from '../suites/suite.ts';
import { answerOf } from './review-answers.ts';

const SITE = fileURLToPath(new URL('../../../frontend/dist', import.meta.url));
const ORIGIN = 'http://review.localhost';
const CARDS = 5000;
const KEYS = { j: 300, x: 200, u: 100 } as const;
const KEYS_QUICK = { j: 10, x: 5, u: 5 } as const;
/** Between two keys; faster than anybody decides. */
const EVERY_MS = 60;
/** Until the first cards and what they load are there. */
const SETTLES_MS = 1500;

/** What the page measured of one key. */
interface Pressed {
  /** Frames until the next card was in the document; 1: the very next one. */
  readonly frames: number;
  /** ms from the key until the frame with it had been painted. */
  readonly ms: number;
}

/** The built site in a browser: how soon after a key the next card of a long queue is on screen. The server's answers are made up. */
export async function reviewSuite({ quick, say }: Bench): Promise<SuiteOutcome> {
  if (!existsSync(join(SITE, 'index.html')))
    throw new Error(`The site is not built (${SITE} is missing); run npm run build first.`);
  const browser = await launchBrowser({ isWhole: true });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.route(`${ORIGIN}/**`, (route) => answer(route));
    await page.goto(`${ORIGIN}/admin/entity-discovery`);
    await page.locator('[data-card] > article').waitFor();
    await page.waitForTimeout(SETTLES_MS);
    await page.evaluate(watchKeys);
    const results: Result[] = [];
    for (const [key, times] of Object.entries(quick ? KEYS_QUICK : KEYS)) {
      say(`${key}, ${times} times`);
      results.push(resultOf(key, await press(page, key, times)));
    }

    return {
      isOneRun: true,
      notes: [
        `${shown(CARDS)} cards, answers made up and given at once; headless Chromium ${browser.version()}, 1440 × 900, a key every ${EVERY_MS} ms.`,
        'A frame counts from the key until the first one in which the next card stands; a time ends when that frame has been painted.',
      ],
      results,
    };
  } finally {
    await browser.close();
  }
}

async function press(page: Page, key: string, times: number): Promise<readonly Pressed[]> {
  for (let pressed = 0; pressed < times; pressed += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(EVERY_MS);
  }

  return page.evaluate(() => {
    const measured = Reflect.get(window, 'measured');
    Reflect.set(window, 'measured', []);

    return measured;
  });
}

const WORDS: Readonly<Record<string, string>> = { j: 'next card', x: 'reject, next card', u: 'undo, former card' };

function resultOf(key: string, measured: readonly Pressed[]): Result {
  const frames = measured.map((one) => one.frames);
  const ms = measured.map((one) => one.ms);
  const inNext = frames.filter((count) => count <= 1).length;

  return {
    goal: null,
    what: `\`${key}\`: ${WORDS[key]}`,
    ours: `${shown(percentile(ms, 0.5))} ms (95 %: ${shown(percentile(ms, 0.95))} ms), in the next frame ${inNext} of ${frames.length}`,
    against: 'within a frame of the key',
    score: percentile(frames, 0.95),
    unit: 'frames',
    bound: { atMost: 1 },
    reason: null,
  };
}

/** Runs in the page. */
function watchKeys(): void {
  const measured: Pressed[] = [];
  Reflect.set(window, 'measured', measured);
  const card = () => document.querySelector('[data-card] > article')?.getAttribute('aria-label');
  document.addEventListener(
    'keydown',
    () => {
      const before = card();
      const start = performance.now();
      let frames = 0;
      const look = () => {
        frames += 1;
        // A key at the end of the queue changes nothing.
        if (card() === before && frames < 120) return void requestAnimationFrame(look);
        // The next frame starts after this one has been painted.
        requestAnimationFrame((now) => {
          (Reflect.get(window, 'measured') as Pressed[]).push({ frames, ms: now - start });
        });
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}

function answer(route: Route): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (url.pathname === '/api/events') return route.abort();
  const made = answerOf(url, CARDS);
  if (made !== null) return route.fulfill({ json: made });
  const file = join(SITE, url.pathname);

  return route.fulfill({ path: url.pathname !== '/' && existsSync(file) ? file : join(SITE, 'index.html') });
}

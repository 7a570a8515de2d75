import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { asVisitor } from './browser-measures.ts';
import { median, shown } from '../suites/statistics.ts';
import type { Bench, Result } from '../suites/suite.ts';

/** A connection and a processor, as the browser imitates them. */
interface Conditions {
  readonly label: string;
  readonly kilobitsPerSecond: number;
  readonly roundTripMs: number;
  /** The processor is so many times slower. */
  readonly slowdown: number;
}

const SLOW_PHONE: Conditions = { label: '1.6 Mb/s', kilobitsPerSecond: 1600, roundTripMs: 150, slowdown: 4 };
const BAD_LINE: Conditions = { ...SLOW_PHONE, label: '400 kb/s', kilobitsPerSecond: 400 };
const LONGEST_MS = 60_000;
const ROWS = '.transcript-rows .segment';
/** What the browser itself takes on this machine: nothing can be painted sooner. */
const ONE_LINE = '<!doctype html><title>One line</title><p>One line</p>';
const TEXT = `.first-words .reading, ${ROWS}`;

/** ms since the navigation began. */
interface Visit {
  readonly painted: number;
  readonly shown: readonly number[];
}

/** First visits with an empty cache over slow connections. `episode`: path of an episode with `segments` segments. */
export async function measureFirstLoads(
  { rounds, say }: Bench,
  browser: Browser,
  url: string,
  episode: { readonly path: string; readonly segments: number },
): Promise<Result[]> {
  const least: Visit[] = [];
  const dashboard: Visit[] = [];
  const reading: Visit[] = [];
  const slow: Visit[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`first load, round ${round} of ${rounds}`);
    least.push(await onOneLine((address) => visit(browser, address, '/', SLOW_PHONE, ['p'])));
    dashboard.push(await visit(browser, url, '/', SLOW_PHONE, ['main ul[aria-label="Recent episodes"] li']));
    reading.push(await visit(browser, url, episode.path, SLOW_PHONE, [TEXT, ROWS]));
    slow.push(await visit(browser, url, episode.path, BAD_LINE, [TEXT, ROWS]));
  }
  const result = (
    what: string,
    { label }: Conditions,
    visits: readonly Visit[],
    msOf: (visit: Visit) => number,
    mostMs: number | null,
    against = '',
  ): Result => ({
    goal: mostMs === null ? null : 'first load',
    what: `${what}, ${label}`,
    ours: `${shown(median(visits.map(msOf)))} ms`,
    against,
    score: median(visits.map(msOf)),
    unit: 'ms',
    bound: mostMs === null ? null : { atMost: mostMs },
    reason: `in the rounds ${visits.map((one) => shown(msOf(one))).join(', ')} ms.`,
  });
  const floor = `a page of one line: ${shown(median(least.map(({ painted }) => painted)))} ms`;
  const of = `episode of ${shown(episode.segments)} segments`;

  return [
    result('dashboard, first paint', SLOW_PHONE, dashboard, ({ painted }) => painted, 1500, floor),
    result('dashboard, episodes shown', SLOW_PHONE, dashboard, (one) => one.shown[0]!, null),
    result(`${of}, first paint`, SLOW_PHONE, reading, ({ painted }) => painted, 1500, floor),
    result(`${of}, its text readable`, SLOW_PHONE, reading, (one) => one.shown[0]!, 2500),
    result(`${of}, the whole transcript with its marks`, SLOW_PHONE, reading, (one) => one.shown[1]!, null),
    result(`${of}, its text readable`, BAD_LINE, slow, (one) => one.shown[0]!, 6000),
    result(`${of}, the whole transcript with its marks`, BAD_LINE, slow, (one) => one.shown[1]!, null),
  ];
}

async function onOneLine<Value>(task: (address: string) => Promise<Value>): Promise<Value> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(ONE_LINE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await task(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

/** When the first thing was painted, and the first element of each selector. */
const visit = (
  browser: Browser,
  url: string,
  path: string,
  conditions: Conditions,
  selectors: readonly string[],
): Promise<Visit> =>
  asVisitor(browser, url, async (page) => {
    await imitate(page, conditions);
    await page.addInitScript(noteWhenPainted, selectors);
    await page.goto(path, { waitUntil: 'commit', timeout: LONGEST_MS });
    await page.locator(selectors.at(-1)!).first().waitFor({ timeout: LONGEST_MS });
    await page.waitForFunction((count) => Object.keys(window.paintedAt ?? {}).length === count, selectors.length, {
      timeout: LONGEST_MS,
    });

    return page.evaluate(
      (wanted) => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        shown: wanted.map((selector) => window.paintedAt![selector]!),
      }),
      selectors,
    );
  });

async function imitate(page: Page, { kilobitsPerSecond, roundTripMs, slowdown }: Conditions): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (kilobitsPerSecond * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

declare global {
  interface Window {
    /** ms by selector. */
    paintedAt?: Record<string, number>;
  }
}

/**
 * Runs in the page: a frame that begins with the element in the document follows the one that painted it. Frames are asked
 * for only then: one after the other they would take the slow processor from what is measured.
 */
function noteWhenPainted(selectors: readonly string[]): void {
  const found: Record<string, number> = {};
  const seen = new Set<string>();
  window.paintedAt = found;
  const look = () => {
    for (const selector of selectors) {
      if (seen.has(selector) || document.querySelector(selector) === null) continue;
      seen.add(selector);
      requestAnimationFrame(() => requestAnimationFrame(() => (found[selector] = performance.now())));
    }
    if (seen.size === selectors.length) observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}

import type { Browser, BrowserContext, CDPSession } from 'playwright-core';

/** How a visitor looks at the site. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** A finger instead of a mouse. */
  readonly hasTouch?: boolean;
}

/** Limit for waits that would never end. */
const WAITING_MS = 30_000;

/** The visitors of the running test. */
export interface Visitors {
  /** With no cookie and nothing stored. */
  enter(look: Look): Promise<BrowserContext>;
  /** All of them leave. Answers the errors that their pages threw. */
  leave(): Promise<string[]>;
  /** The site is closed. */
  end(): Promise<void>;
}

interface Visitor {
  readonly kind: string;
  readonly context: BrowserContext;
  readonly thrown: string[];
  /** Of a page that stays open between tests, because storage is cleared through a page. */
  readonly session: CDPSession;
}

const known = new Map<string, Visitors>();

/**
 * Visitors of this site. Their browser contexts are used again by later tests of the worker with the same look, emptied: each
 * new one would load and compile all scripts again.
 */
export function visitorsOf(browser: Browser, url: string): Visitors {
  const visitors = known.get(url) ?? newVisitors(browser, url);
  known.set(url, visitors);

  return visitors;
}

function newVisitors(browser: Browser, url: string): Visitors {
  const idle: Visitor[] = [];
  const present: Visitor[] = [];

  return {
    enter: async (look) => {
      const kind = JSON.stringify(look);
      const at = idle.findIndex((visitor) => visitor.kind === kind);
      const visitor = at === -1 ? await newVisitor(browser, url, look) : idle.splice(at, 1)[0]!;
      present.push(visitor);

      return visitor.context;
    },
    leave: async () => {
      const left = present.splice(0);
      await Promise.all(
        left.map(async (visitor) => {
          if (await hasClock(visitor)) return visitor.context.close();
          await empty(visitor, url);
          idle.push(visitor);
        }),
      );

      return left.flatMap(({ thrown }) => thrown.splice(0));
    },
    end: async () => {
      known.delete(url);
      await Promise.all([...idle.splice(0), ...present.splice(0)].map(({ context }) => context.close()));
    },
  };
}

async function newVisitor(browser: Browser, url: string, look: Look): Promise<Visitor> {
  const { width = 1440, height = 900, ...rest } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'UTC',
    baseURL: url,
    ...rest,
  });
  context.setDefaultTimeout(WAITING_MS);
  const thrown: string[] = [];
  context.on('weberror', (error) => thrown.push(String(error.error())));
  const session = await context.newCDPSession(await context.newPage());

  return { kind: JSON.stringify(look), context, thrown, session };
}

/** Whether a test has installed a clock, which is that of the whole context from then on and cannot be removed. */
async function hasClock({ session }: Visitor): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'String(setTimeout)' });

  return !String(result.value).includes('[native code]');
}

async function empty({ context, session }: Visitor, url: string): Promise<void> {
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await context.clearCookies();
  await context.clearPermissions();
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage,indexeddb' });
}

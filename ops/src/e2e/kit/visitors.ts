import type { Browser, BrowserContext } from 'playwright-core';

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
const WAITING_MS = 90_000;

/** The visitors of the running test, each in a browser context of its own. */
export interface Visitors {
  /** With no cookie and nothing stored. */
  enter(look: Look): Promise<BrowserContext>;
  /** All of them leave. Answers the errors that their pages threw. */
  leave(): Promise<string[]>;
}

export function visitorsOf(browser: Browser, url: string): Visitors {
  let present: BrowserContext[] = [];
  let thrown: string[] = [];

  return {
    enter: async ({ width = 1440, height = 900, ...look }) => {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: 'en-GB',
        timezoneId: 'UTC',
        baseURL: url,
        ...look,
      });
      context.setDefaultTimeout(WAITING_MS);
      context.on('weberror', (error) => thrown.push(String(error.error())));
      present.push(context);

      return context;
    },
    leave: async () => {
      const left = present;
      present = [];
      await Promise.all(left.map((context) => context.close()));
      const errors = thrown;
      thrown = [];

      return errors;
    },
  };
}

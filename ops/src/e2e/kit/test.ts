import { test as base } from '@playwright/test';
import { launchBrowser } from './browser.ts';

/** A test with the machine's own Chromium, one for all that a worker runs. */
export const it = base.extend<object, object>({
  browser: [
    async ({ playwright }, use) => {
      const browser = await launchBrowser({ isWhole: false }, playwright.chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

import { defineConfig } from '@playwright/test';

/** The browser specs: whole journeys, sound, the live feed, layout and axe. They run what is built. */
export default defineConfig({
  testDir: './src/e2e',
  outputDir: './node_modules/.playwright',
  globalSetup: './src/testing/browser-setup.ts',
  // They mostly wait, so one more worker than the machine has cores.
  workers: 3,
  retries: 0,
  // A start or an axe scan can take long on a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list', { printSteps: false }]],
  use: { trace: 'off', screenshot: 'off', video: 'off' },
});

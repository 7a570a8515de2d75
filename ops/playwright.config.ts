import { defineConfig } from '@playwright/test';

/** The browser specs: whole journeys, sound, the live feed, layout and axe. They run what is built. */
export default defineConfig({
  testDir: './src/e2e',
  outputDir: './node_modules/.playwright',
  globalSetup: './src/testing/browser-setup.ts',
  // As many as the smallest machine has cores: with more, pages wait for each other until a wait ends a test.
  workers: 2,
  retries: 0,
  // A start or an axe scan can take long on a busy machine.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [['list', { printSteps: false }]],
  use: { trace: 'off', screenshot: 'off', video: 'off' },
});

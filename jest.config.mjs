// Tests run as CommonJS (swc), shipped code is ESM (tsc).
const swc = (tsx = false) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
const testing = (file) => `${import.meta.dirname}/ops/src/testing/${file}`;
const project = (name, more = {}) => ({
  displayName: name,
  rootDir: `${import.meta.dirname}/${name}`,
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: testing('node-environment.mjs'),
  runtime: testing('package-runtime.mjs'),
  transform: { '^.+\\.ts$': swc(), '^.+\\.tsx$': swc(true) },
  testEnvironmentOptions: { customExportConditions: ['earmark-source', 'node', 'node-addons'] },
  ...more,
});
const seeded = { setupFiles: [testing('property-seed.ts')] };
const database = {
  ...seeded,
  globalSetup: testing('global-setup.ts'),
  globalTeardown: testing('global-teardown.ts'),
};

/** `npm run fuzz` and `npm run faults` repeat what one test does. */
const isInFull = process.env.FUZZ !== undefined || process.env.FAULTS !== undefined;

export default {
  maxWorkers: 2,
  workerIdleMemoryLimit: '600MB',
  // Half a second by default, which says of every large process on a busy machine that something kept it from exiting.
  workerGracefulExitTimeout: 20_000,
  // It ends what hangs, and asserts nothing: nobody can say how long a test takes on a busy machine. It is some times the
  // slowest on an idle machine, which kills and restarts whole products.
  testTimeout: isInFull ? 900_000 : 300_000,
  projects: [
    project('contracts', seeded),
    project('projections', database),
    project('backend', database),
    project('frontend'),
    // What people see and do, without a browser: forms, states, conflicts and focus.
    project('frontend', {
      displayName: 'screen',
      testMatch: ['**/*.spec.tsx'],
      testEnvironment: testing('jsdom-environment.mjs'),
      runtime: 'jest-runtime',
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/src/testing/no-styles.ts' },
    }),
    // Browser specs are run by Playwright: playwright.config.ts.
    project('ops', {
      ...database,
      testPathIgnorePatterns: ['/src/e2e/'],
    }),
  ],
};

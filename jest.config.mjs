// Tests run as CommonJS (swc), shipped code is ESM (tsc): one transform for our TypeScript and for the ESM-only packages.
const swc = (syntax, tsx = false) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax, tsx, decorators: syntax === 'typescript' },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
// Packages without a CommonJS build: add to this list on «Must use import to load ES Module».
const esmOnly = [
  '@nestjs',
  'file-type',
  'token-types',
  'strtok3',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'feedsmith',
  'htmlparser2',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
  'entities',
];
const project = (name, more = {}) => ({
  displayName: name,
  rootDir: `${import.meta.dirname}/${name}`,
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': swc('typescript'),
    '^.+\\.tsx$': swc('typescript', true),
    'node_modules/.+\\.m?js$': swc('ecmascript'),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  testEnvironmentOptions: { customExportConditions: ['earmark-source', 'node', 'node-addons'] },
  ...more,
});
const testing = (file) => `${import.meta.dirname}/ops/src/testing/${file}`;
const seeded = { setupFiles: [testing('property-seed.ts')] };
const database = {
  ...seeded,
  globalSetup: testing('global-setup.ts'),
  globalTeardown: testing('global-teardown.ts'),
};

export default {
  maxWorkers: 2,
  workerIdleMemoryLimit: '600MB',
  // It ends what hangs, and asserts nothing: nobody can say how long a test takes on a busy machine.
  testTimeout: 300_000,
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

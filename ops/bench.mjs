// npm run bench -- <suite> and npm run check -- <suite>: see docs/benchmarks.md, which they write. Never part of npm test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

/** Runs the suites of a folder: `bench` measures times, `checks` verifies results. */
export async function runSuites(folder) {
  prepare();
  await import(`./dist/${folder}/main.js`);
  const report = join(root, 'docs/benchmarks.md');
  // npm test fails on anything that Prettier would format differently.
  if (existsSync(report)) run(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level=warn', report]);
}

if (process.argv[1] === import.meta.filename) await runSuites('bench');

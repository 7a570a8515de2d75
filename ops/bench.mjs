// npm run bench -- <suite>: see docs/benchmarks.md, which it writes. Never part of npm test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

prepare();
await import('./dist/bench/main.js');
const report = join(root, 'docs/benchmarks.md');
// What the format check of npm test would otherwise refuse.
if (existsSync(report)) run(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level=warn', report]);

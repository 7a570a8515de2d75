// npm run faults: the faults that npm test shortens, in full (processes killed many times, a full disk, a clock that jumps,
// a Postgres that hangs). npm run faults -- pipeline runs one file; PIPELINE_KILLS=200 (4 by default) kills servers that
// process that many times.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

const source = join(root, 'ops/src');
const words = process.argv[2] ?? '';
const specs = readdirSync(source, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.spec.ts') && file.includes(words))
  .map((file) => join(source, file))
  .filter((file) => readFileSync(file, 'utf8').includes('fault-rounds'));

prepare();
run(
  join(root, 'node_modules/.bin/jest'),
  ['--selectProjects', 'ops', '--maxWorkers', '4', '--runTestsByPath', ...specs],
  {
    env: { ...process.env, NODE_ENV: 'test', FAULTS: '1' },
  },
);

// npm run faults: every fault in full (processes killed many times, a full disk, a clock that jumps, a Postgres that
// hangs, each bad setting in a process of its own). npm run faults -- pipeline runs one file; PIPELINE_KILLS=200 (4 by
// default) kills servers that process that many times. npm test runs the same specs with fewer rounds, and neither moves the
// clock nor stops Postgres.
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

prepare();
run(
  join(root, 'node_modules/.bin/jest'),
  ['--selectProjects', 'ops', '--maxWorkers', '4', '--', `src/(faults|postgres)/.*${process.argv[2] ?? ''}`],
  {
    env: { ...process.env, NODE_ENV: 'test', FAULTS: '1' },
  },
);

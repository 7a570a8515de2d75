// npm run faults: every fault in full (processes killed many times, a full disk, each bad setting in a process of its
// own). npm test runs the same specs with fewer rounds.
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

prepare();
run(
  join(root, 'node_modules/.bin/jest'),
  ['--selectProjects', 'ops', '--maxWorkers', '3', '--', 'src/(faults|postgres)/'],
  {
    env: { ...process.env, NODE_ENV: 'test', FAULTS: '1' },
  },
);

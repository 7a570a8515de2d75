// npm test: everything that must hold, in one command. Words after -- go to Jest.
import { join } from 'node:path';
import { build, checkNode, install, root, run } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const words = process.argv.slice(2);

checkNode();
install();
build();
if (words.length === 0) {
  console.log('Lint');
  run(bin('oxlint'), ['--deny-warnings']);
  console.log('Format');
  run(bin('prettier'), ['--check', '--log-level=warn', '.']);
}
const env = { ...process.env, NODE_ENV: 'test' };
if (words.length > 0) run(bin('jest'), words, { env });
else {
  run(bin('jest'), ['--selectProjects', 'contracts', 'projections', 'backend', 'frontend', 'screen'], { env });
  // Whole products, browsers and killed processes come last, by themselves. They wait as much as they work: one more at a time.
  run(bin('jest'), ['--selectProjects', 'ops', '--maxWorkers', '3'], { env });
}

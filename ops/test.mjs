// npm test: everything that must hold, in one command. `npm test -- words` passes the words to Jest, and
// `npm test -- browser words` to Playwright: a part of a browser spec's path, or -g and a part of a test's name.
import { join } from 'node:path';
import { build, checkNode, install, root, run } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const words = process.argv.slice(2);
const env = { ...process.env, NODE_ENV: 'test' };
// Most objects of a spec soon become garbage; with room for them, collecting it costs a tenth less time of all specs.
const jest = (...args) => run(process.execPath, ['--max-semi-space-size=64', bin('jest'), ...args], { env });
const browsers = (...args) =>
  run(bin('playwright'), ['test', '--config', 'ops/playwright.config.ts', ...args], { env });

checkNode();
install();
build();
if (words[0] === 'browser') browsers(...words.slice(1));
else if (words.length > 0) jest(...words);
else {
  console.log('Lint');
  run(bin('oxlint'), ['--deny-warnings']);
  console.log('Format');
  run(bin('prettier'), ['--check', '--log-level=warn', '.']);
  jest('--selectProjects', 'contracts', 'projections', 'backend', 'frontend', 'screen');
  // Tests with whole products, browsers and killed processes mostly wait, so run one more in parallel than there are cores.
  jest('--selectProjects', 'ops', '--maxWorkers', '3');
  browsers();
}

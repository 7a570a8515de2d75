// npm test: everything that must hold, in one command. `npm test -- words` passes the words to Jest, and
// `npm test -- browser words` to Playwright: a part of a browser spec's path, or -g and a part of a test's name.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, checkNode, install, root, run } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const words = process.argv.slice(2);
const env = { ...process.env, NODE_ENV: 'test' };
// Most objects of a spec soon become garbage; with room for them, collecting it costs a tenth less time of all specs.
const jest = (start, ...args) => start(process.execPath, ['--max-semi-space-size=64', bin('jest'), ...args], { env });
const browsers = (start, ...args) =>
  start(bin('playwright'), ['test', '--config', 'ops/playwright.config.ts', ...args], { env });

/** Starts a command whose report is kept for `shown`. */
function started(command, args, options) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });

  return Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
}

/** Runs a command, which prints as it goes, while what was started goes on. */
const following = (command, args, options) =>
  once(spawn(command, args, { cwd: root, stdio: 'inherit', ...options }), 'close');

/** Prints the report of a started command. Ends this process when the command failed. */
async function shown(name, ending) {
  const [[status], ...reports] = await ending;
  console.log([name, ...reports].filter((part) => part !== '').join('\n'));
  if (status !== 0) process.exit(1);
}

checkNode();
install();
if (words[0] === 'browser') {
  build();
  browsers(run, ...words.slice(1));
} else if (words.length > 0) {
  build();
  jest(run, ...words);
} else {
  // Formatting uses one core for longer than the build uses both.
  const lint = started(bin('oxlint'), ['--deny-warnings']);
  const format = started(bin('prettier'), ['--check', '--log-level=warn', '.']);
  build();
  await shown('Lint', lint);
  await shown('Format', format);
  jest(run, '--selectProjects', 'contracts', 'projections', 'backend', 'frontend', 'screen');
  // One after the other: at once they keep two cores so busy that waits end tests. A failure of one does not hide the other's.
  const [status] = await browsers(following);
  jest(run, '--selectProjects', 'ops', '--maxWorkers', '2');
  process.exit(status ?? 1);
}

// Installs and builds when needed, before `npm start`, `npm run earmark` and `npm test`. Plain JavaScript, because
// nothing is installed or compiled yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Oldest supported Node, as in package.json. */
const OLDEST_NODE = [20, 19];

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Earmark needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command of the project and ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  console.error(
    `${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : signal ? ` (${signal})` : ''}.`,
  );
  process.exit(status ?? 1);
}

const markFile = (name) => join(root, 'node_modules/.earmark', name);
const isMarked = (name, mark) => existsSync(markFile(name)) && readFileSync(markFile(name), 'utf8') === mark;
function setMark(name, mark) {
  mkdirSync(dirname(markFile(name)), { recursive: true });
  writeFileSync(markFile(name), mark);
}

/** Runs `npm ci` when the lock file differs from the installed one. */
export function install() {
  const mark = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (isMarked('installed', mark)) return;
  // After a manual npm install or npm ci, npm's own copy of the lock file is up to date.
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) {
    console.log('Installing packages (once, about a minute)');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  setMark('installed', mark);
}

/** Hash of the names, sizes and times of all sources: a change requires a build. */
function sourcesMark() {
  const hash = createHash('sha256');
  for (const folder of ['contracts', 'projections', 'backend', 'ops', 'frontend'])
    for (const part of folder === 'frontend' ? ['src', 'public'] : ['src']) {
      const base = join(root, folder, part);
      if (!existsSync(base)) continue;
      for (const file of readdirSync(base, { recursive: true }).map(String).sort()) {
        const stat = statSync(join(base, file));
        if (stat.isFile()) hash.update(`${folder}/${part}/${file} ${stat.size} ${stat.mtimeMs}\n`);
      }
    }
  for (const file of [
    'package-lock.json',
    'tsconfig.base.json',
    'ops/bundle.mjs',
    'frontend/vite.config.ts',
    'frontend/index.html',
  ])
    hash.update(readFileSync(join(root, file)));

  return hash.digest('hex');
}

/** Runs `npm run build` when a source has changed since the last build. */
export function build() {
  const mark = sourcesMark();
  if (isMarked('built', mark) && existsSync(join(root, 'frontend/dist/index.html'))) return;
  console.log('Building');
  run('npm', ['run', 'build', '--silent']);
  setMark('built', mark);
}

export function prepare() {
  checkNode();
  install();
  build();
}

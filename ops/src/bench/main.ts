import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '@earmark/backend/commands/usage-error';
import { explained } from '../explained.ts';
import { countsSuite } from './counts.suite.ts';
import { importSuite } from './import.suite.ts';
import { logSuite } from './log.suite.ts';
import { describeMachine } from './machine.ts';
import { mentionsSuite } from './mentions.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { rebuildSuite } from './rebuild.suite.ts';
import { replaySuite } from './replay.suite.ts';
import { sectionOf, withSection } from './report.ts';
import { saveSuite } from './save.suite.ts';
import { SUITE_NAMES } from './suite.ts';
import type { BenchOptions, Suite, SuiteName } from './suite.ts';
import { Workspace } from './workspace.ts';

const SUITES: Readonly<Record<SuiteName, Suite>> = {
  log: logSuite,
  rebuild: rebuildSuite,
  mentions: mentionsSuite,
  counts: countsSuite,
  import: importSuite,
  reading: readingSuite,
  replay: replaySuite,
  save: saveSuite,
};
const USAGE = `npm run bench -- ${SUITE_NAMES.join(' | ')}… [--quick] [--rounds N] [--corpus FOLDER] [--names FILE]`;
const DOCUMENT = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));
const INTERRUPTED = 130;

/** Null when the words are off; throws TypeError, which names the word, for an unknown option. */
function readWords(words: readonly string[]): { names: SuiteName[]; options: BenchOptions } | null {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      corpus: { type: 'string' },
      names: { type: 'string' },
    },
  });
  const names = SUITE_NAMES.filter((name) => positionals.includes(name));
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (names.length === 0 || names.length !== positionals.length || !Number.isInteger(rounds) || rounds < 1) return null;
  const { quick, corpus = null, names: file = null } = values;

  return { names, options: { quick, rounds, corpus, names: file } };
}

async function runSuite(name: SuiteName, options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const workspace = await Workspace.open();
  const stop = () => void workspace.close().then(() => process.exit(INTERRUPTED));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const outcome = await SUITES[name]({ ...options, workspace, say: (line) => console.error(`${name}: ${line}`) });
    const { rounds, quick } = options;
    const postgres = workspace.postgresVersion;
    const run = { name, outcome, machine, postgres, rounds, quick, date: new Date().toISOString().slice(0, 10) };
    console.log(`${sectionOf(run)}\n`);
    await writeFile(DOCUMENT, withSection(await documentSoFar(), run));
  } catch (error) {
    // Told before the servers stop under whatever is still connected.
    console.error(`${name}: ${explained(error)}`);
    process.exitCode = 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await workspace.close();
  }
}

async function documentSoFar(): Promise<string | null> {
  try {
    return await readFile(DOCUMENT, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

try {
  const asked = readWords(process.argv.slice(2));
  if (asked === null) throw new UsageError(USAGE);
  for (const name of asked.names) await runSuite(name, asked.options);
} catch (error) {
  console.error(explained(error));
  process.exitCode = 1;
}

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '@earmark/backend/kit/command-line/usage-error';
import { explained } from '../explained.ts';
import { describeMachine } from './machine.ts';
import { sectionOf, withSection } from './report.ts';
import type { BenchOptions, Suite, SuiteName } from './suite.ts';
import { Workspace } from './workspace.ts';

const DOCUMENT = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));
const INTERRUPTED = 130;

interface Asked<Name extends SuiteName> {
  readonly names: readonly Name[];
  readonly options: BenchOptions;
}

/** Runs the suites named on the command line, one after the other, and writes their sections of the document. */
export async function runSuites<Name extends SuiteName>(
  script: 'bench' | 'check',
  suites: Readonly<Record<Name, Suite>>,
  order: readonly Name[],
): Promise<void> {
  try {
    const asked = readWords(process.argv.slice(2), order);
    if (asked === null)
      throw new UsageError(
        `npm run ${script} -- ${order.join(' | ')}… [--quick] [--rounds N] [--corpus FOLDER] [--names FILE] [--keep FOLDER]`,
      );
    for (const name of asked.names) await runSuite(name, suites[name], asked.options);
  } catch (error) {
    console.error(explained(error));
    process.exitCode = 1;
  }
}

/** Null for invalid arguments; throws TypeError, naming the argument, for an unknown option. */
function readWords<Name extends SuiteName>(words: readonly string[], order: readonly Name[]): Asked<Name> | null {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      corpus: { type: 'string' },
      names: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const names = order.filter((name) => positionals.includes(name));
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (names.length === 0 || names.length !== positionals.length || !Number.isInteger(rounds) || rounds < 1) return null;
  const { quick, corpus = null, names: file = null, keep = null } = values;

  return { names, options: { quick, rounds, corpus, names: file, keep } };
}

async function runSuite(name: SuiteName, suite: Suite, options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const workspace = await Workspace.open();
  const stop = () => void workspace.close().then(() => process.exit(INTERRUPTED));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const outcome = await suite({ ...options, workspace, say: (line) => console.error(`${name}: ${line}`) });
    const { rounds, quick } = options;
    const postgres = workspace.postgresVersion;
    const run = { name, outcome, machine, postgres, rounds, quick, date: new Date().toISOString().slice(0, 10) };
    console.log(`${sectionOf(run)}\n`);
    await writeFile(DOCUMENT, withSection(await documentSoFar(), run));
  } catch (error) {
    // Reported before the servers stop, which would break open connections.
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

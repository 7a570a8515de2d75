import type { Machine } from './machine.ts';
import { shown } from './statistics.ts';
import { BENCH_NAMES, CHECK_NAMES, SUITE_NAMES, verdictOf } from './suite.ts';
import type { Bound, Result, SuiteName, SuiteOutcome } from './suite.ts';

const HEAD = `# Benchmarks

Written by \`npm run bench -- ${BENCH_NAMES.join(' | ')}\`, which measures times, and
\`npm run check -- ${CHECK_NAMES.join(' | ')}\`, which verifies results; a suite rewrites only its own section. A ratio compares two figures of the same run on the same machine; absolute figures are for information.
"Goal" is the row in the performance goals. With EVENTSTORE_URL set, \`log\` also measures that node, and leaves streams named \`bench-…\` there.
`;

export interface SuiteRun {
  readonly name: SuiteName;
  readonly outcome: SuiteOutcome;
  readonly machine: Machine;
  /** Short form of `select version()`; null when the suite used no Postgres. */
  readonly postgres: string | null;
  readonly rounds: number;
  readonly quick: boolean;
  /** ISO date. */
  readonly date: string;
}

/** The document with the suite's section replaced; '' or null for a new document. */
export function withSection(document: string | null, run: SuiteRun): string {
  const sections = new Map<string, string>();
  for (const part of (document ?? '').split(/^(?=## )/m)) {
    const name = /^## (\w+)/.exec(part)?.[1];
    if (name !== undefined) sections.set(name, part.trimEnd());
  }
  sections.set(run.name, sectionOf(run));
  const ordered = SUITE_NAMES.map((name) => sections.get(name)).filter((section) => section !== undefined);

  return `${HEAD}\n${ordered.join('\n\n')}\n`;
}

export function sectionOf({ name, outcome, machine, postgres, rounds, quick, date }: SuiteRun): string {
  const marks = [
    quick ? '**quick: small samples, no verdict on the product**' : '',
    machine.isNoisy ? '**noisy: the machine was busy at the start**' : '',
  ].filter((mark) => mark !== '');
  const facts = [
    `${date}, ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}`,
    `Node ${machine.node}, ${postgres ?? 'no Postgres used'}, ${machine.ripgrep ?? 'ripgrep absent'}`,
    `${outcome.isOneRun ? 'one run' : `medians of ${rounds} rounds`}, load average ${machine.load.toFixed(2)} at the start`,
    ...marks,
    ...outcome.notes,
  ];
  const missed = outcome.results.filter((result) => verdictOf(result) === 'MISSED');
  const reasons = missed.map(
    ({ goal, what, reason }) => `- ${goal ?? ''} ${what}: ${reason ?? 'no reason found yet.'}`,
  );

  return [
    `## ${name}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    tableOf(outcome.results),
    ...(reasons.length > 0 ? ['Missed, and why:', reasons.join('\n')] : []),
  ].join('\n\n');
}

function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.goal ?? '',
    result.what,
    result.ours,
    result.against,
    result.score === null ? '' : `${shown(result.score)} ${result.unit}`,
    boundText(result.bound, result.unit),
    verdictOf(result),
  ]);
  const lines = [
    ['goal', 'what', 'ours', 'against', 'result', 'wanted', 'verdict'],
    Array<string>(7).fill('---'),
    ...rows,
  ];

  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function boundText(bound: Bound | null, unit: string): string {
  if (bound === null) return '';

  return 'atLeast' in bound ? `≥ ${shown(bound.atLeast)} ${unit}` : `≤ ${shown(bound.atMost)} ${unit}`;
}

import { describe, expect, it } from '@jest/globals';
import { sectionOf, withSection, type SuiteRun } from './report.ts';
import { verdictOf, type Result } from './suite.ts';

describe('the report of a benchmark', () => {
  it('judges a score by its bound, and says when the comparison is absent', () => {
    expect(verdictOf({ score: 1.3, bound: { atLeast: 1.3 } })).toBe('met');
    expect(verdictOf({ score: 1.6, bound: { atMost: 1.5 } })).toBe('MISSED');
    expect(verdictOf({ score: null, bound: { atLeast: 1 } })).toBe('absent');
    expect(verdictOf({ score: 2, bound: null })).toBe('');
  });

  it('lists missed goals with the known reason', () => {
    const section = sectionOf(run('log', [result({ score: 0.2, reason: 'the disk.' }), result({ what: 'reads' })]));
    expect(section).toContain('| C1 | appends | 100/s | disk 500/s | 0.2 × | ≥ 0.25 × | MISSED |');
    expect(section).toContain('- C1 appends: the disk.');
    expect(section).not.toContain('- C1 reads');
  });

  it('marks runs on a busy machine and on small samples', () => {
    const busy = run('log', []);
    expect(sectionOf({ ...busy, quick: true, machine: { ...busy.machine, isNoisy: true } })).toMatch(
      /quick[\s\S]*noisy/,
    );
    expect(sectionOf(busy)).not.toMatch(/quick|noisy/);
  });

  it('rewrites only its own section, in the order of the suites', () => {
    const imported = withSection(null, run('import', [result({ what: 'first import' })]));
    const both = withSection(imported, run('log', [result({ what: 'first log' })]));
    const again = withSection(both, run('import', [result({ what: 'second import' })]));
    expect(again.indexOf('first log')).toBeLessThan(again.indexOf('second import'));
    expect(again).not.toContain('first import');
    expect(again.match(/^## /gm)).toHaveLength(2);
    expect(withSection(again, run('import', [result({ what: 'second import' })]))).toBe(again);
  });
});

const result = (changes: Partial<Result>): Result => ({
  goal: 'C1',
  what: 'appends',
  ours: '100/s',
  against: 'disk 500/s',
  score: 0.5,
  unit: '×',
  bound: { atLeast: 0.25 },
  reason: null,
  ...changes,
});

const run = (name: SuiteRun['name'], results: Result[]): SuiteRun => ({
  name,
  outcome: { notes: ['A note.'], results },
  machine: {
    cpu: 'cpu',
    cores: 2,
    memoryGiB: 8,
    system: 'Linux 6',
    node: '20.0.0',
    ripgrep: null,
    load: 0.5,
    isNoisy: false,
  },
  postgres: 'PostgreSQL 18.4',
  rounds: 5,
  quick: false,
  date: '2026-01-02',
});

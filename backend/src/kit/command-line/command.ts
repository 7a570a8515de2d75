import type { Command } from 'commander';
import type { Output } from './output.ts';

/** All done, nothing done, partly done. */
export type ExitCode = 0 | 1 | 2;

/** A command of the command line; `options` as commander read them. Throws UsageError. */
export interface TerminalCommand {
  run(args: readonly string[], options: unknown, output: Output): Promise<ExitCode>;
}

/** The class of one, which Nest makes when it is to run. */
export interface TerminalCommandClass {
  new (...parts: never[]): TerminalCommand;
  /** Name, arguments and options: read before anything is started. */
  declare(): Command;
  /**
   * Whether projections move while it runs, and have passed its last event when it ends: a server's, or its own. Tables
   * that come from another log are refused, unless it works on `any-log`.
   */
  readonly projections: 'moving' | 'moving-on-any-log' | 'as-they-are';
}

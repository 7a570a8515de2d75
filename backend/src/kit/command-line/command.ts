import type { Command } from 'commander';
import type { Output } from './output.ts';

/** 0: all done; 1: nothing done; 2: partly done. */
export type ExitCode = 0 | 1 | 2;

/** A command of the command line. `options` are as commander parsed them. Throws UsageError. */
export interface TerminalCommand {
  run(args: readonly string[], options: unknown, output: Output): Promise<ExitCode>;
}

/** The class of a command, which Nest instantiates only to run it. */
export interface TerminalCommandClass {
  new (...parts: never[]): TerminalCommand;
  /** Declares name, arguments and options, which are parsed before anything is started. */
  declare(): Command;
  /**
   * Whether projections (a server's or its own) follow while it runs and have passed its last event when it ends.
   * Tables that were built from another log are refused, except with `any-log`.
   */
  readonly projections: 'moving' | 'moving-on-any-log' | 'as-they-are';
}

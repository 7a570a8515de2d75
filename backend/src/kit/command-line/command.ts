import type { Type } from '@nestjs/common';
import type { Command } from 'commander';
import type { Output } from './output.ts';

/** 0: all done; 1: nothing done; 2: partly done. */
export type ExitCode = 0 | 1 | 2;

/** A command of the command line. `options` are as commander parsed them. Throws UsageError. */
export interface TerminalCommand {
  run(args: readonly string[], options: unknown, output: Output): Promise<ExitCode>;
}

/** The class of a command, which Nest instantiates only to run it. */
export type TerminalCommandClass = Type<TerminalCommand>;

/** What a command accepts, known without loading it. */
export interface DeclaredCommand {
  /** Declares name, arguments and options, which are parsed before anything is loaded. */
  declare(words: readonly string[]): Command | Promise<Command>;
  /** `feature` is its module when it needs no other one. */
  load(): Promise<{ command: TerminalCommandClass; feature?: Type }>;
  /**
   * Whether projections (a server's or its own) follow while it runs and have passed its last event when it ends.
   * Tables that were built from another log are refused, except with `any-log`.
   */
  readonly projections: 'moving' | 'moving-on-any-log' | 'as-they-are';
}

import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/** An order to one aggregate, and who gives it. `Result` is what its handler answers. */
export abstract class Command<Order, Result = Outcome> {
  /** For the compiler only: no value ever has it. */
  declare readonly result: Result;

  constructor(
    readonly command: Order,
    readonly context: Context,
  ) {}
}

export type ResultOf<Sent> = Sent extends Command<unknown, infer Result> ? Result : never;

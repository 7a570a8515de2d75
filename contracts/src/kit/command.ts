import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/** A command to one aggregate, and who sends it. `Result` is what its handler returns. */
export abstract class Command<Order, Result = Outcome> {
  /** For the compiler only: no value has this property. */
  declare readonly result: Result;

  constructor(
    readonly command: Order,
    readonly context: Context,
  ) {}
}

export type ResultOf<Sent> = Sent extends Command<unknown, infer Result> ? Result : never;

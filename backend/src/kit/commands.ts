import type { Command, ResultOf } from '@earmark/contracts/kit';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

/** Sends commands to the feature that handles them. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  async send<Result>(command: Command<unknown, Result>): Promise<Result> {
    return this.bus.execute<Command<unknown, Result>, Result>(command);
  }
}

/** The interface that every `@CommandHandler` implements. */
export interface Handles<Sent extends Command<unknown, unknown>> {
  execute(command: Sent): Promise<ResultOf<Sent>>;
}

import type { EventLog } from '@earmark/projections/event-log';
import { projectors } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import { Checkpoints } from '../kit/checkpoints.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { answerOfLog } from '../kit/log-answer.ts';

/** Ready: the schema is there, the sample library is loaded, the projections have reached the head found at start. */
@Injectable()
export class Readiness {
  /** The head of the log at start; null until the server has finished starting. */
  headAtStart: bigint | null = null;

  constructor(
    private readonly checkpoints: Checkpoints,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** What the server is waiting for, in words; empty when ready. */
  async waitingFor(): Promise<string[]> {
    const logAnswers = (await answerOfLog(async () => this.log.head())) !== null;

    return [
      ...(logAnswers ? [] : ['the event log, which does not answer']),
      ...(this.headAtStart === null ? ['the start to finish (schema, first account, sample library)'] : []),
      ...this.projections(this.headAtStart),
    ];
  }

  private projections(headAtStart: bigint | null): string[] {
    return projectors.flatMap(({ name, version }) => {
      const one = this.checkpoints.all.find((checkpoint) => checkpoint.name === name);
      if (one?.failure)
        return [
          `${name}, which has stopped at event ${one.failure.position} (${one.failure.type}): ${one.failure.error}`,
        ];
      if (one?.version !== version) return [`the tables of ${name} to be built`];

      return headAtStart !== null && one.position < headAtStart ? [`${name} to reach the end of the log`] : [];
    });
  }
}

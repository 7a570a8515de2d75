import { projectors } from '@earmark/projections/runner';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Streams } from '../kit/streams.ts';
import { Injectable } from '@nestjs/common';

/** Ready: the schema is there, the sample library is loaded, the projections have reached the head found at start. */
@Injectable()
export class Readiness {
  /** The head of the log at start; null until the server has finished starting. */
  headAtStart: bigint | null = null;

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly streams: Streams,
  ) {}

  /** What the server is waiting for, in words; empty when ready. */
  async waitingFor(): Promise<string[]> {
    if (this.headAtStart === null) return ['the start to finish (schema, first account, sample library)'];
    await this.streams.log.head();

    return projectors.flatMap(({ name, version }) => {
      const one = this.checkpoints.all.find((checkpoint) => checkpoint.name === name);
      if (one?.failure)
        return [
          `${name}, which has stopped at event ${one.failure.position} (${one.failure.type}): ${one.failure.error}`,
        ];
      if (one?.version !== version) return [`the tables of ${name} to be built`];

      return one.position < this.headAtStart! ? [`${name} to reach the end of the log`] : [];
    });
  }
}

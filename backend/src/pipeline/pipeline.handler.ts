import type { Outcome } from '@earmark/contracts/kit';
import { CancelRun, RetryRun, runIdOf, StartRun, type RunId } from '@earmark/contracts/pipeline';
import { findLatestRunNumber } from '@earmark/projections/queries';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { episode } from '../episodes/episode.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { pipelineRun } from './pipeline.decider.ts';
import { PipelineProcess } from './pipeline.process.ts';

@CommandHandler(StartRun)
export class StartRunHandler implements Handles<StartRun> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async execute({ command, context }: StartRun): Promise<{ runId: RunId; isNew: boolean; position: bigint | null }> {
    const { episodeUuid, skipTranscription, batchId } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const { seriesUuid } = (await this.streams.read(episode, episodeUuid)).state;
    if (seriesUuid === null) throw new Rejected('episode-unknown', `There is no episode ${episodeUuid}.`);
    // The tables may be behind; the log says which number is free.
    for (let number = Math.max(1, await findLatestRunNumber(this.pool, episodeUuid)); ; number++) {
      const runId = runIdOf(episodeUuid, number);
      const facts = { runId, episodeUuid, seriesUuid, number, skipTranscription, batchId };
      const { outcome, result: isOver } = await this.streams.change(
        pipelineRun,
        runId,
        (state) => ({ events: pipelineRun.decide(state, { type: 'Start', facts }), result: state.outcome !== null }),
        context,
      );
      if (outcome.position !== null) return { runId, isNew: true, position: outcome.position };
      if (!isOver) return { runId, isNew: false, position: null };
    }
  }
}

@CommandHandler(CancelRun)
export class CancelRunHandler implements Handles<CancelRun> {
  constructor(
    private readonly streams: Streams,
    private readonly process: PipelineProcess,
  ) {}

  async execute({ command: { runId }, context }: CancelRun): Promise<Outcome> {
    const outcome = await this.streams.decide(pipelineRun, runId, { type: 'Cancel' }, context);
    this.process.drop(runId);

    return outcome;
  }
}

@CommandHandler(RetryRun)
export class RetryRunHandler implements Handles<RetryRun> {
  constructor(private readonly streams: Streams) {}

  async execute({ command: { runId, fromStep }, context }: RetryRun): Promise<Outcome> {
    const { facts } = (await this.streams.read(pipelineRun, runId)).state;
    if (facts !== null) {
      await getPresentEpisode(this.streams, facts.episodeUuid);
      const later = await this.streams.read(pipelineRun, runIdOf(facts.episodeUuid, facts.number + 1));
      if (later.state.facts !== null)
        throw new Rejected(
          'run-in-progress',
          `Run ${facts.number + 1} of this episode came after this one. Retry that one, or start a new run.`,
        );
    }

    return this.streams.decide(pipelineRun, runId, { type: 'Retry', fromStep }, context);
  }
}

import { randomUUID } from 'node:crypto';
import {
  CancelDiscoveryBatch,
  DiscoveryBatchId,
  StartDiscoveryBatch,
  type DiscoveryBatchEvent,
  type StartedBatch,
} from '@earmark/contracts/discovery';
import type { Outcome } from '@earmark/contracts/kit';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '../kit/commands.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { discoveryBatch } from './batch.decider.ts';
import { BatchProcess } from './batch.process.ts';

@CommandHandler(StartDiscoveryBatch)
export class StartDiscoveryBatchHandler implements Handles<StartDiscoveryBatch> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: StartDiscoveryBatch): Promise<StartedBatch> {
    const batchId = DiscoveryBatchId.parse(randomUUID());
    const episodeUuids = [...new Set(command.episodeUuids)];
    const started: DiscoveryBatchEvent = { type: 'DiscoveryBatchStarted', data: { batchId, episodeUuids } };
    const { position } = await this.streams.decide(discoveryBatch, batchId, started, context);

    return { batchId, position };
  }
}

@CommandHandler(CancelDiscoveryBatch)
export class CancelDiscoveryBatchHandler implements Handles<CancelDiscoveryBatch> {
  constructor(
    private readonly streams: Streams,
    private readonly process: BatchProcess,
  ) {}

  async execute({ command: { batchId }, context }: CancelDiscoveryBatch): Promise<Outcome> {
    const { episodeUuids } = (await this.streams.read(discoveryBatch, batchId)).state;
    if (episodeUuids === null) throw new Rejected('batch-unknown', `There is no batch ${batchId}.`);
    const finished: DiscoveryBatchEvent = { type: 'DiscoveryBatchFinished', data: { batchId, outcome: 'cancelled' } };
    const outcome = await this.streams.decide(discoveryBatch, batchId, finished, context);
    this.process.drop(batchId);

    return outcome;
  }
}

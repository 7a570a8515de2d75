import type { DiscoveryBatchId } from '@earmark/contracts/discovery';
import { DiscoveryBatchFinished, DiscoveryBatchStarted, type BatchLine } from '@earmark/contracts/discovery';
import type { EventLog } from '@earmark/projections/event-log';
import { listPlaces } from '@earmark/projections/queries';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { abortOnDisconnect } from '../kit/process/abort-on-disconnect.ts';
import { messageOf } from '../kit/process/pause.ts';
import { lastSeenOf, ServerSentEvents } from '../kit/process/server-sent-events.ts';
import { StreamFeed } from '../kit/process/stream-feed.ts';
import { Rejected } from '../kit/rejected.ts';
import { BatchLines } from './batch-lines.ts';

type Line = z.infer<typeof BatchLine>;

/** Batches for people to watch, from their beginning. */
@Injectable()
export class BatchStreams {
  private readonly feed: StreamFeed;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(REPORT) private readonly report: Report,
  ) {
    this.feed = new StreamFeed(log, report);
  }

  /** Server-sent events, resumed after the last that the reader has; 204 when that was the end. */
  async serve(batchId: DiscoveryBatchId, request: Request, response: Response): Promise<void> {
    const lines = await this.linesOf(batchId);
    const seen = lastSeenOf(request);
    let end = -1;
    for await (const { type, revision } of this.log.readStream(streamOf(batchId), { direction: 'backwards', limit: 1 }))
      if (type === DiscoveryBatchFinished.type) end = revision;
    if (end >= 0 && seen !== null && seen >= BigInt(end)) return void response.status(204).end();
    const events = new ServerSentEvents(response, { report: this.report });
    try {
      // Earlier events are read again, because lines of progress count them.
      for await (const event of this.feed.follow(streamOf(batchId), 0, events.signal)) {
        for (const data of lines.take(event))
          if (seen === null || BigInt(event.revision) > seen) events.send({ id: `${event.revision}`, data });
        if (event.type === DiscoveryBatchFinished.type) return events.end();
      }
    } catch (error) {
      this.report(`stream ${streamOf(batchId)}: ${messageOf(error)}`);
      events.end();
    }
  }

  /** Lines that each begin with `data: `, and nothing else. The batch goes on when the reader leaves. */
  async pipe(batchId: DiscoveryBatchId, response: Response): Promise<void> {
    const lines = await this.linesOf(batchId);
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const write = (line: Line) => response.write(`data: ${JSON.stringify(line)}\n\n`);
    try {
      for await (const event of this.feed.follow(streamOf(batchId), 0, abortOnDisconnect(response))) {
        for (const line of lines.take(event)) write(line);
        if (event.type === DiscoveryBatchFinished.type) break;
      }
    } catch (error) {
      this.report(`stream ${streamOf(batchId)}: ${messageOf(error)}`);
    }
    response.end();
  }

  /** Throws Rejected `batch-unknown`. */
  private async linesOf(batchId: DiscoveryBatchId): Promise<BatchLines> {
    for await (const { data } of this.log.readStream(streamOf(batchId), { limit: 1 })) {
      const { episodeUuids } = DiscoveryBatchStarted.schema.parse(data);
      const { episodes } = await listPlaces(this.pool, { podcasts: [], episodes: episodeUuids, entities: [] });

      return new BatchLines(new Map([...episodes].map(([id, { title }]) => [id, title])));
    }
    throw new Rejected('batch-unknown', `There is no batch ${batchId}.`);
  }
}

const streamOf = (batchId: DiscoveryBatchId): string => `discoveryBatch-${batchId}`;

import { randomUUID } from 'node:crypto';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import type { StartRecountRequest } from '@earmark/contracts/recounts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { dropRun, setStatus } from '@earmark/projections/recounts';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { asOfPlace } from '../kit/as-of-place.ts';
import type { Context } from '../kit/context.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams, type Outcome } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { findOpen, recounts } from './recount.decider.ts';
import { RecountSummaries } from './recount-summaries.ts';
import { RecountsProcess } from './recounts.process.ts';

const MAIN = 'main';

/** What is done with recounts. */
@Injectable()
export class RecountsHandler {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly summaries: RecountSummaries,
    private readonly process: RecountsProcess,
  ) {}

  /** Throws Rejected: invalid, series-unknown, recount-state. */
  async start(
    request: z.infer<typeof StartRecountRequest>,
    context: Context,
  ): Promise<{ id: string; outcome: Outcome }> {
    if (this.process.haveMentionsStopped())
      throw new Rejected(
        'recount-state',
        'The projection "mentions" has stopped. It must go on before anything is counted.',
      );
    const recountId = randomUUID();
    const podcastUuids = request.podcastUuids ?? null;
    const pin = await this.pinAsOf(request.asOf ?? null);
    if (podcastUuids !== null) await this.assertKnown(podcastUuids);
    const command = { type: 'StartRecount', recountId, pin, scope: { podcastUuids } } as const;
    const outcome = await this.streams.decide(recounts, MAIN, command, context);
    await this.process.prepare(recountId);
    this.process.wake(recountId);

    return { id: recountId, outcome };
  }

  /** As start; but continues an open one of the same episodes and patterns, also when somebody paused it. */
  async startOrGoOn(request: z.infer<typeof StartRecountRequest>, context: Context): Promise<string> {
    const podcastUuids = request.podcastUuids ?? null;
    const pin = await this.pinAsOf(request.asOf ?? null);
    const { state } = await this.streams.read(recounts, MAIN);
    const recountId = findOpen(state, pin, podcastUuids);
    if (recountId === null) return (await this.start(request, context)).id;
    await this.process.prepare(recountId);
    // Also one that is ready: there may be other episodes by now.
    await setStatus(this.pool, recountId, 'running', null);
    this.process.wake(recountId);

    return recountId;
  }

  async publish(recountId: string, context: Context): Promise<Outcome> {
    const run = await this.summaries.get(recountId);
    if (run.status !== 'ready')
      throw new Rejected('recount-state', `Only a recount that is ready can be published; this one is ${run.status}.`);

    return this.streams.decide(recounts, MAIN, { type: 'PublishRecount', recountId }, context);
  }

  async discard(recountId: string, context: Context): Promise<Outcome> {
    const outcome = await this.streams.decide(recounts, MAIN, { type: 'DiscardRecount', recountId }, context);
    await dropRun(this.pool, recountId);

    return outcome;
  }

  async pause(recountId: string): Promise<void> {
    const { status } = await this.summaries.get(recountId);
    if (status !== 'running')
      throw new Rejected('recount-state', `Only a running recount can pause; this one is ${status}.`);
    // It may be running without rows yet, after a restore.
    await this.process.prepare(recountId);
    await setStatus(this.pool, recountId, 'paused', null);
  }

  /** Also continues one that failed. */
  async unpause(recountId: string): Promise<void> {
    const { status } = await this.summaries.get(recountId);
    if (status !== 'paused' && status !== 'failed')
      throw new Rejected('recount-state', `Only a paused or failed recount can go on; this one is ${status}.`);
    await setStatus(this.pool, recountId, 'running', null);
    this.process.wake(recountId);
  }

  private async assertKnown(podcastUuids: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<{ uuid: string }>(
      `select w.uuid from unnest($1::uuid[]) as w(uuid)
       where not exists (select 1 from read.catalogue_series s where s.series_uuid = w.uuid) limit 1`,
      [podcastUuids],
    );
    if (rows[0]) throw new Rejected('series-unknown', `There is no podcast ${rows[0].uuid}.`);
  }

  private async pinAsOf(asOf: string | null): Promise<Pin> {
    const { log } = this.streams;
    if (asOf === null) return headPin(log);
    const { revision } = await streamAsOf(log, 'vocabulary-main', (await asOfPlace(log, asOf)).position);

    return { vocabularyRevision: revision, matcherVersion: MATCHER_VERSION };
  }
}

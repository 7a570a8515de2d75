import { randomUUID } from 'node:crypto';
import type { Outcome } from '@earmark/contracts/kit';
import { MATCHER_VERSION } from '@earmark/contracts/mentions';
import { ChangeRecount, RecountId, StartRecount } from '@earmark/contracts/recounts';
import type { Pin } from '@earmark/contracts/vocabulary';
import { dropRun } from '@earmark/projections/recounts';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { asOfPlace } from '../kit/as-of-place.ts';
import type { Handles } from '../kit/commands.ts';
import { streamAsOf } from '../kit/log-moment.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Rejected } from '../kit/rejected.ts';
import { Streams } from '../kit/streams.ts';
import { headPin } from '../vocabulary/pins.ts';
import { RecountChoices } from './recount-choices.ts';
import { findOpen, recounts } from './recount.decider.ts';
import { RecountSummaries } from './recount-summaries.ts';
import { RecountsProcess } from './recounts.process.ts';

const MAIN = 'main';

/** Throws Rejected: invalid, series-unknown, event-unknown, recount-state. */
@CommandHandler(StartRecount)
export class StartRecountHandler implements Handles<StartRecount> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly process: RecountsProcess,
    private readonly choices: RecountChoices,
  ) {}

  async execute({ command, context }: StartRecount): Promise<{ id: RecountId; outcome: Outcome | null }> {
    const { asOf, changes, resumesOpen } = command;
    if (asOf !== null && changes !== null)
      throw new Rejected('invalid', 'Chosen changes are counted with the current patterns: leave out "asOf".');
    const podcastUuids = command.podcastUuids && [...command.podcastUuids];
    const pin = await this.pinAsOf(asOf);
    if (resumesOpen && changes === null) {
      const id = findOpen((await this.streams.read(recounts, MAIN)).state, pin, podcastUuids);
      if (id !== null) {
        await this.process.goOn(id);
        return { id, outcome: null };
      }
    }
    if (this.process.haveMentionsStopped())
      throw new Rejected(
        'recount-state',
        'The projection "mentions" has stopped and must be running before anything can be counted.',
      );
    if (podcastUuids !== null) await this.assertKnown(podcastUuids);
    const recountId = RecountId.parse(randomUUID());
    const chosen = changes && (await this.choices.choose(changes, podcastUuids, context));
    const scope = { podcastUuids };
    const start = { type: 'StartRecount', recountId, scope, ...(chosen ?? { pin, only: null }) } as const;
    const outcome = await this.streams.decide(recounts, MAIN, start, context);
    await this.process.prepare(recountId);
    this.process.wake(recountId);

    return { id: recountId, outcome };
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

@CommandHandler(ChangeRecount)
export class ChangeRecountHandler implements Handles<ChangeRecount> {
  constructor(
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly summaries: RecountSummaries,
  ) {}

  async execute({ command, context }: ChangeRecount): Promise<Outcome> {
    const { type, recountId } = command;
    if (type === 'PublishRecount') {
      const { status } = await this.summaries.get(recountId);
      if (status !== 'ready')
        throw new Rejected('recount-state', `Only a recount that is ready can be published; this one is ${status}.`);
    }
    const outcome = await this.streams.decide(recounts, MAIN, command, context);
    if (type === 'DiscardRecount') await dropRun(this.pool, recountId);

    return outcome;
  }
}

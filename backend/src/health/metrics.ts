import type { EventLog } from '@earmark/projections/event-log';
import { projectors } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { LiveFeed } from '../history/live-feed.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { EVENT_LOG } from '../kit/core.ts';
import { answerOfLog } from '../kit/log-answer.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Searches } from '../search/searches.ts';

/** The most events of lag that are counted. */
const COUNTED_LAG = 10_000;

/** What Prometheus reads. Whatever does not need the log is there without it, too. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `earmark_${name}`, help, labelNames, registers: [this.registry] });

  private readonly logUp = this.gauge('log_up', '1 when the event log answers, 0 when it does not.');
  private readonly foreignEvents = this.gauge(
    'log_foreign_events',
    'Events of other applications in the event log, which are left out.',
  );
  private readonly lag = this.gauge(
    'projection_lag',
    `Number of events that the projection has yet to apply, counted up to ${COUNTED_LAG}. Absent without the log.`,
    ['projection'],
  );
  private readonly failed = this.gauge(
    'projection_failed',
    '1 when the projection has stopped at an event that it cannot apply.',
    ['projection'],
  );
  private readonly searchesReady = this.gauge(
    'searches_ready',
    '1 when what searches need of the library is in memory. A start reads it in the background.',
  );
  private readonly feedConnections = this.gauge('live_feed_connections', 'Number of open connections to /api/events.');
  private readonly databaseConnections = this.gauge(
    'database_connections',
    'Number of connections in the pool, by state.',
    ['state'],
  );

  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly feed: LiveFeed,
    private readonly searches: Searches,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {
    collectDefaultMetrics({ register: this.registry });
  }

  async read(): Promise<string> {
    const { pool, checkpoints } = this;
    for (const { name } of projectors)
      this.failed.set({ projection: name }, checkpoints.all.some((one) => one.name === name && one.failure) ? 1 : 0);
    this.searchesReady.set(this.searches.isReady ? 1 : 0);
    this.feedConnections.set(this.feed.subscribers);
    this.databaseConnections.set({ state: 'total' }, pool.totalCount);
    this.databaseConnections.set({ state: 'idle' }, pool.idleCount);
    this.databaseConnections.set({ state: 'waiting' }, pool.waitingCount);
    await this.readLog();

    return this.registry.metrics();
  }

  private async readLog(): Promise<void> {
    const answer = await answerOfLog(async () => {
      const lags = new Map<bigint, number>();
      // Usually all have the same position.
      for (const { position } of this.checkpoints.all)
        if (!lags.has(position)) lags.set(position, await this.log.countAfter(position, COUNTED_LAG));

      return { lags, foreign: (await this.log.foreignEvents()).count };
    });
    this.lag.reset();
    this.logUp.set(answer === null ? 0 : 1);
    if (answer === null) return;
    for (const { name, position } of this.checkpoints.all)
      this.lag.set({ projection: name }, answer.lags.get(position) ?? 0);
    this.foreignEvents.set(answer.foreign);
  }
}

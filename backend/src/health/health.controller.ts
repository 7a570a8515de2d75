import { projectors } from '@earmark/projections/runner';
import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { LiveFeed } from '../history/live-feed.ts';
import { Checkpoints } from '../kit/checkpoints.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Public } from '../kit/auth/access.decorators.ts';
import { Streams } from '../kit/streams.ts';
import { Readiness } from './readiness.ts';

@ApiTags('operations')
@Public()
@Controller()
export class HealthController {
  private readonly registry = new Registry();

  constructor(
    private readonly readiness: Readiness,
    private readonly checkpoints: Checkpoints,
    private readonly feed: LiveFeed,
    private readonly streams: Streams,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.gauges();
  }

  @Get('health/live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string; waitingFor: string[] }> {
    const waitingFor = await this.readiness.waitingFor();
    response.status(waitingFor.length === 0 ? 200 : 503);

    return { status: waitingFor.length === 0 ? 'ready' : 'not ready', waitingFor };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    return this.registry.metrics();
  }

  private gauges(): void {
    const { checkpoints, streams, feed, pool } = this;
    const registers = [this.registry];
    new Gauge({
      name: 'earmark_projection_lag',
      help: 'Number of log positions that the projection has yet to pass.',
      labelNames: ['projection'],
      registers,
      async collect() {
        const head = await streams.log.head();
        for (const one of checkpoints.all) this.set({ projection: one.name }, Number(head - one.position));
      },
    });
    new Gauge({
      name: 'earmark_projection_failed',
      help: '1 when the projection has stopped at an event that it cannot apply.',
      labelNames: ['projection'],
      registers,
      collect() {
        for (const { name } of projectors)
          this.set({ projection: name }, checkpoints.all.some((one) => one.name === name && one.failure) ? 1 : 0);
      },
    });
    new Gauge({
      name: 'earmark_live_feed_connections',
      help: 'Number of open connections to /api/events.',
      registers,
      collect() {
        this.set(feed.subscribers);
      },
    });
    new Gauge({
      name: 'earmark_database_connections',
      help: 'Number of connections in the pool, by state.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'total' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }
}

import { EpisodeRemoved, type EpisodeUuid } from '@earmark/contracts/episodes';
import { SeriesRemoved } from '@earmark/contracts/series';
import { TranscriptActivated } from '@earmark/contracts/transcripts';
import { RemoveUpload } from '@earmark/contracts/uploads';
import type { EventLog } from '@earmark/projections/event-log';
import { listUploadsOf } from '@earmark/projections/queries';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { Checkpoints } from '../kit/checkpoints.ts';
import { Commands } from '../kit/commands.ts';
import { EVENT_LOG, REPORT, type Report } from '../kit/core.ts';
import { PG_POOL } from '../kit/pg.ts';
import { Leases } from '../kit/process/lease.ts';
import { defineReaction } from '../kit/process/reaction.ts';
import { Reactor } from '../kit/process/reactor.ts';

/** The assistant must not answer from what was removed. */
@Injectable()
export class RemovedEpisodes implements OnModuleDestroy {
  private readonly reactor: Reactor;

  constructor(
    commands: Commands,
    checkpoints: Checkpoints,
    leases: Leases,
    @Inject(PG_POOL) pool: Pool,
    @Inject(EVENT_LOG) log: EventLog,
    @Inject(REPORT) report: Report,
  ) {
    const reaction = defineReaction({
      name: 'uploads of removed episodes',
      readsFrom: [EpisodeRemoved, SeriesRemoved, TranscriptActivated],
      startsFrom: 'now',
      on: {
        EpisodeRemoved: async ({ data: { episodeUuid } }, { context }) => {
          await commands.send(new RemoveUpload({ episodeUuid, reason: 'episode-removed' }, context));
        },
        SeriesRemoved: async ({ data: { seriesUuid }, position }, { context, signal }) => {
          // The tables have to know every upload that came before.
          while (!(await checkpoints.passed(position))) signal.throwIfAborted();
          for (const uuid of await listUploadsOf(pool, seriesUuid))
            await commands.send(
              new RemoveUpload({ episodeUuid: uuid as EpisodeUuid, reason: 'series-removed' }, context),
            );
        },
        TranscriptActivated: async ({ data: { episodeUuid, versionId } }, { context }) => {
          if (versionId === null)
            await commands.send(new RemoveUpload({ episodeUuid, reason: 'transcript-removed' }, context));
        },
      },
    });
    this.reactor = new Reactor({ log, pool, leases, report }, reaction);
  }

  start(): void {
    this.reactor.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reactor.stop();
  }
}
